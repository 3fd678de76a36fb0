// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running results along the middle dimension of [outer][count][inner].
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "runtime_support/kernels/reduce.h"
#include "runtime_support/math/scalar_functions.h"

namespace mcc::rt {

/// What running results are kept in: floats in double.
template <class T>
using RunningType = std::conditional_t<std::is_same_v<T, float>, double, T>;

/// log(exp(a) + exp(b)) without overflow.
struct AddLogs {
  static double combine(double a, double b) {
    if (a != a || b != b) return a + b;
    const double high = a > b ? a : b;
    const double low = a > b ? b : a;
    if (high == low && abs(high) == std::numeric_limits<double>::infinity()) return high;
    return high + log1p(exp(low - high));
  }
};

/// out[i] = combine(out[i - 1], x[i]) along the middle dimension; out[0] = x[0]. Each: AddEach or
/// MultiplyEach of RunningType<T>, or AddLogs. May run in place.
template <class Each, class T>
[[gnu::noinline]] void accumulate(const ReduceSizes& sizes, const T* x, T* out) {
  const std::int64_t stride = sizes.inner;
  for (std::int64_t o = 0; sizes.count > 0 && o < sizes.outer; ++o) {
    for (std::int64_t c = 0; c < sizes.inner; ++c) {
      const T* const from = x + o * sizes.count * stride + c;
      T* const to = out + o * sizes.count * stride + c;
      RunningType<T> total = from[0];
      to[0] = from[0];
      for (std::int64_t i = 1; i < sizes.count; ++i) {
        total = Each::combine(total, RunningType<T>(from[i * stride]));
        to[i * stride] = static_cast<T>(total);
      }
    }
  }
}

/// The largest (or, if Smallest, smallest) element so far and its position, the last one among
/// equals; NaN stays. `values` and `positions` may be null.
template <bool Smallest, class T>
[[gnu::noinline]] void accumulateExtreme(const ReduceSizes& sizes, const T* x, T* values,
                                         std::int64_t* positions) {
  for (std::int64_t o = 0; sizes.count > 0 && o < sizes.outer; ++o) {
    for (std::int64_t c = 0; c < sizes.inner; ++c) {
      const std::int64_t start = o * sizes.count * sizes.inner + c;
      T best = x[start];
      std::int64_t at = 0;
      for (std::int64_t i = 0; i < sizes.count; ++i) {
        const std::int64_t offset = start + i * sizes.inner;
        const T candidate = x[offset];
        const bool reaches = Smallest ? candidate <= best : candidate >= best;
        if (reaches || candidate != candidate) {
          best = candidate;
          at = i;
        }
        if (values != nullptr) values[offset] = best;
        if (positions != nullptr) positions[offset] = at;
      }
    }
  }
}

}  // namespace mcc::rt
