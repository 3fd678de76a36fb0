// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings weights into the order in which kernels read them. Runs when a model is compiled, and in
// tests; never on the device.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/phases.h"
#include "runtime_support/kernels/window.h"

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

/// Elements that packIntegers writes.
constexpr std::int64_t packedIntegers(std::int64_t depth, std::int64_t columns, std::int64_t lanes,
                                      std::int64_t step) {
  return (depth + step - 1) / step * step * ((columns + lanes - 1) / lanes * lanes);
}

/// Packs B[depth][columns], element (k, j) at b[k * kStride + j * jStride], into panels of
/// `panelWidth` columns as packGemmB does, with `step` neighbours in depth side by side: a panel is
/// [depth / step][width][step]. Depth and columns that are missing become 0.
template <class T>
void packIntegers(const T* b, std::int64_t depth, std::int64_t columns, std::int64_t kStride,
                  std::int64_t jStride, std::int64_t panelWidth, std::int64_t lanes,
                  std::int64_t step, T* out) {
  for (std::int64_t column = 0; column < columns; column += panelWidth) {
    const std::int64_t width = panelWidthAt(column, columns, panelWidth, lanes);
    for (std::int64_t k = 0; k < depth; k += step) {
      for (std::int64_t j = column; j < column + width; ++j) {
        for (std::int64_t i = k; i < k + step; ++i) {
          *out++ = i < depth && j < columns ? b[i * kStride + j * jStride] : T(0);
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

/// Packs weights of a transposed convolution, [inChannels][taps][outChannels / groups], phase by
/// phase and group by group into panels as packConv does, the taps of a phase in the order of its
/// convolution. `out` has packedConvFloats elements; phases without outputs leave gaps.
inline void packConvTranspose(const float* weights, const Window& window, std::int64_t groups,
                              std::int64_t inChannels, std::int64_t outChannels,
                              std::int64_t panelWidth, std::int64_t lanes, float* out) {
  const std::int64_t columns = outChannels / groups;
  const std::int64_t depth = inChannels / groups;
  const std::int64_t perTap = packedGemmFloats(depth, columns, lanes) * groups;
  forEachPhase(window, [&](const Phase& phase, std::int64_t before) {
    float* next = out + before * perTap;
    for (std::int64_t g = 0; g < groups; ++g) {
      for (std::int64_t column = 0; column < columns; column += panelWidth) {
        const std::int64_t width = panelWidthAt(column, columns, panelWidth, lanes);
        for (std::int64_t k = 0; k < volume(phase.window.kernel) * depth; ++k) {
          const std::int64_t channel = g * depth + k % depth;
          const std::int64_t tap = wholeTap(window, phase, k / depth);
          const std::int64_t row = (channel * volume(window.kernel) + tap) * columns;
          for (std::int64_t j = column; j < column + width; ++j) {
            *next++ = j < columns ? weights[row + j] : 0.0f;
          }
        }
      }
    }
  });
}

/// Turns depthwise weights of a transposed convolution, [channels][taps], into [taps][channels],
/// phase by phase.
inline void packDepthwiseTranspose(const float* weights, const Window& window,
                                   std::int64_t channels, float* out) {
  forEachPhase(window, [&](const Phase& phase, std::int64_t before) {
    float* next = out + before * channels;
    for (std::int64_t tap = 0; tap < volume(phase.window.kernel); ++tap) {
      const std::int64_t from = wholeTap(window, phase, tap);
      for (std::int64_t c = 0; c < channels; ++c) {
        *next++ = weights[c * volume(window.kernel) + from];
      }
    }
  });
}

}  // namespace mcc::rt
