// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer, root-mean-square and group normalisation. Statistics are taken in two passes, so that a
// large mean does not drown the variance.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "runtime_support/kernels/reduce.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// x and out are [rows][count]; weight and bias have `count` elements or are null; mean and rstd
/// have `rows` elements or are null.
struct NormSizes {
  std::int64_t rows;
  std::int64_t count;
};

/// Sum of (x - mean)^2 over adjacent floats.
inline float squaredDeviations(const float* x, std::int64_t count, float mean) {
  const F32 center = broadcast(mean);
  F32 sums = broadcast(0.0f);
  std::int64_t i = 0;
  for (; i + F32::kLanes <= count; i += F32::kLanes) {
    const F32 d = load(x + i, AllLanes{}) - center;
    sums = fma(d, d, sums);
  }
  float total = combineLanes<AddLanes>(sums);
  for (; i < count; ++i) total += (x[i] - mean) * (x[i] - mean);
  return total;
}

/// out = (x - mean) * scale * weight + bias over one row.
inline void scaleRow(const float* x, std::int64_t count, float mean, float scale,
                     const float* weight, const float* bias, float* out) {
  for (std::int64_t i = 0; i < count; i += F32::kLanes) {
    const SomeLanes lanes{count - i < F32::kLanes ? count - i : F32::kLanes};
    F32 y = (load(x + i, lanes) - broadcast(mean)) * broadcast(scale);
    if (weight != nullptr) y = y * load(weight + i, lanes);
    if (bias != nullptr) y = y + load(bias + i, lanes);
    store(out + i, y, lanes);
  }
}

/// (x - mean) / sqrt(variance + eps) * weight + bias, row by row; biased variance.
[[gnu::noinline]] inline void layerNorm(const NormSizes& sizes, float eps, const float* x,
                                        const float* weight, const float* bias, float* out,
                                        float* mean, float* rstd) {
  for (std::int64_t r = 0; r < sizes.rows; ++r) {
    const float* const row = x + r * sizes.count;
    const float count = static_cast<float>(sizes.count);
    const float center = reduceRun<AddLanes>(row, sizes.count) / count;
    const float scale = 1.0f / std::sqrt(squaredDeviations(row, sizes.count, center) / count + eps);
    if (out != nullptr) {
      scaleRow(row, sizes.count, center, scale, weight, bias, out + r * sizes.count);
    }
    if (mean != nullptr) mean[r] = center;
    if (rstd != nullptr) rstd[r] = scale;
  }
}

/// x / sqrt(mean(x^2) + eps) * weight, row by row.
[[gnu::noinline]] inline void rmsNorm(const NormSizes& sizes, float eps, const float* x,
                                      const float* weight, float* out) {
  for (std::int64_t r = 0; r < sizes.rows; ++r) {
    const float* const row = x + r * sizes.count;
    const float count = static_cast<float>(sizes.count);
    const float scale = 1.0f / std::sqrt(squaredDeviations(row, sizes.count, 0.0f) / count + eps);
    scaleRow(row, sizes.count, 0.0f, scale, weight, nullptr, out + r * sizes.count);
  }
}

/// Layer norm of any floating-point type; rmsNorm if RootMeanSquare (no bias, mean or rstd then).
template <bool RootMeanSquare, class T>
[[gnu::noinline]] void normEach(const NormSizes& sizes, T eps, const T* x, const T* weight,
                                const T* bias, T* out, T* mean, T* rstd) {
  for (std::int64_t r = 0; r < sizes.rows; ++r) {
    const T* const row = x + r * sizes.count;
    T center = T(0);
    for (std::int64_t i = 0; i < sizes.count && !RootMeanSquare; ++i) center += row[i];
    center /= static_cast<T>(sizes.count);
    T variance = T(0);
    for (std::int64_t i = 0; i < sizes.count; ++i) {
      variance += (row[i] - center) * (row[i] - center);
    }
    const T scale = T(1) / std::sqrt(variance / static_cast<T>(sizes.count) + eps);
    for (std::int64_t i = 0; i < sizes.count && out != nullptr; ++i) {
      T y = (row[i] - center) * scale;
      if (weight != nullptr) y *= weight[i];
      if (bias != nullptr) y += bias[i];
      out[r * sizes.count + i] = y;
    }
    if (mean != nullptr) mean[r] = center;
    if (rstd != nullptr) rstd[r] = scale;
  }
}

/// x and out are [batch][pixels][channels]; statistics over the pixels and channels of a group.
struct GroupNormSizes {
  std::int64_t batch;
  std::int64_t pixels;
  std::int64_t channels;
  std::int64_t groups;
};

/// weight and bias have `channels` elements or are null; mean and rstd are [batch][groups] or null.
template <class T>
[[gnu::noinline]] void groupNorm(const GroupNormSizes& sizes, T eps, const T* x, const T* weight,
                                 const T* bias, T* out, T* mean, T* rstd) {
  const std::int64_t width = sizes.channels / sizes.groups;
  for (std::int64_t n = 0; n < sizes.batch; ++n) {
    for (std::int64_t g = 0; g < sizes.groups; ++g) {
      const std::int64_t first = n * sizes.pixels * sizes.channels + g * width;
      const double count = static_cast<double>(sizes.pixels * width);
      double sum = 0;
      for (std::int64_t p = 0; p < sizes.pixels; ++p) {
        for (std::int64_t c = 0; c < width; ++c) {
          sum += static_cast<double>(x[first + p * sizes.channels + c]);
        }
      }
      const double center = sum / count;
      double squares = 0;
      for (std::int64_t p = 0; p < sizes.pixels; ++p) {
        for (std::int64_t c = 0; c < width; ++c) {
          const double d = static_cast<double>(x[first + p * sizes.channels + c]) - center;
          squares += d * d;
        }
      }
      const double scale = 1.0 / std::sqrt(squares / count + static_cast<double>(eps));
      for (std::int64_t c = 0; c < width && out != nullptr; ++c) {
        const double factor =
            weight != nullptr ? scale * static_cast<double>(weight[g * width + c]) : scale;
        const double shift = bias != nullptr ? static_cast<double>(bias[g * width + c]) : 0.0;
        for (std::int64_t p = 0; p < sizes.pixels; ++p) {
          const std::int64_t at = first + p * sizes.channels + c;
          out[at] = static_cast<T>((static_cast<double>(x[at]) - center) * factor + shift);
        }
      }
      if (mean != nullptr) mean[n * sizes.groups + g] = static_cast<T>(center);
      if (rstd != nullptr) rstd[n * sizes.groups + g] = static_cast<T>(scale);
    }
  }
}

}  // namespace mcc::rt
