// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies between places with different strides: transposes, slices, flips, broadcasts,
// concatenation.
#pragma once

#include <cstdint>

namespace mcc::rt {

/// to[sum(i * toStrides)] = from[sum(i * fromStrides)] for every index i below `sizes`. Strides are
/// in elements and may be zero or negative; the places must not overlap.
template <int Rank, class T>
[[gnu::noinline]] void copyStrided(const T* from, const std::int64_t (&fromStrides)[Rank], T* to,
                                   const std::int64_t (&toStrides)[Rank],
                                   const std::int64_t (&sizes)[Rank]) {
  for (const std::int64_t size : sizes) {
    if (size <= 0) return;
  }
  constexpr int kInner = Rank - 1;
  const std::int64_t count = sizes[kInner];
  const std::int64_t fromStep = fromStrides[kInner];
  const std::int64_t toStep = toStrides[kInner];
  std::int64_t index[Rank] = {};
  for (;;) {
    const T* source = from;
    T* target = to;
    for (int d = 0; d < kInner; ++d) {
      source += index[d] * fromStrides[d];
      target += index[d] * toStrides[d];
    }
    for (std::int64_t i = 0; i < count; ++i) target[i * toStep] = source[i * fromStep];
    int d = kInner - 1;
    for (; d >= 0; --d) {
      if (++index[d] < sizes[d]) break;
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

}  // namespace mcc::rt
