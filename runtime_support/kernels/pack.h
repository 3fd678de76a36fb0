// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings weights into the order in which kernels read them. Runs when a model is compiled, and in
// tests; never on the device.
#pragma once

#include <cstdint>

namespace mcc::rt {

/// The width of a panel that begins at `column`: `panelWidth`, or for the last one what is left,
/// rounded up to whole vectors.
constexpr std::int64_t panelWidthAt(std::int64_t column, std::int64_t columns,
                                    std::int64_t panelWidth, std::int64_t lanes) {
  const std::int64_t left = columns - column;
  return left >= panelWidth ? panelWidth : (left + lanes - 1) / lanes * lanes;
}

/// Floats that packGemmB writes.
constexpr std::int64_t packedGemmFloats(std::int64_t depth, std::int64_t columns,
                                        std::int64_t lanes) {
  return depth * ((columns + lanes - 1) / lanes * lanes);
}

/// Packs B[depth][columns] (or its transpose, [columns][depth], as linear layers have it) into
/// panels of `panelWidth` columns, each [depth][panelWidth]; the last one only as wide as needed.
/// Missing columns become 0. `lanes` is F32::kLanes of the target, panelWidth a multiple of it.
inline void packGemmB(const float* b, std::int64_t depth, std::int64_t columns,
                      std::int64_t panelWidth, std::int64_t lanes, bool transposed, float* out) {
  for (std::int64_t column = 0; column < columns; column += panelWidth) {
    const std::int64_t width = panelWidthAt(column, columns, panelWidth, lanes);
    for (std::int64_t k = 0; k < depth; ++k) {
      for (std::int64_t j = column; j < column + width; ++j) {
        *out++ = j >= columns ? 0.0f : transposed ? b[j * depth + k] : b[k * columns + j];
      }
    }
  }
}

/// Floats that packConv writes.
constexpr std::int64_t packedConvFloats(std::int64_t groups, std::int64_t outChannels,
                                        std::int64_t taps, std::int64_t depth, std::int64_t lanes) {
  return groups * packedGemmFloats(taps * depth, outChannels / groups, lanes);
}

/// Packs PyTorch's weights [outChannels][depth][taps] (depth = input channels of a group, taps =
/// kernel volume) group by group into panels, each [taps][depth][panelWidth] as in packGemmB.
inline void packConv(const float* weights, std::int64_t groups, std::int64_t outChannels,
                     std::int64_t taps, std::int64_t depth, std::int64_t panelWidth,
                     std::int64_t lanes, float* out) {
  const std::int64_t columns = outChannels / groups;
  for (std::int64_t g = 0; g < groups; ++g) {
    for (std::int64_t column = 0; column < columns; column += panelWidth) {
      const std::int64_t width = panelWidthAt(column, columns, panelWidth, lanes);
      for (std::int64_t k = 0; k < taps * depth; ++k) {
        const std::int64_t tap = k / depth;
        const std::int64_t channel = k % depth;
        for (std::int64_t j = column; j < column + width; ++j) {
          const std::int64_t o = g * columns + j;
          *out++ = j >= columns ? 0.0f : weights[(o * depth + channel) * taps + tap];
        }
      }
    }
  }
}

/// Turns PyTorch's depthwise weights [channels][taps] into [taps][channels].
inline void packDepthwise(const float* weights, std::int64_t channels, std::int64_t taps,
                          float* out) {
  for (std::int64_t tap = 0; tap < taps; ++tap) {
    for (std::int64_t c = 0; c < channels; ++c) *out++ = weights[c * taps + tap];
  }
}

}  // namespace mcc::rt
