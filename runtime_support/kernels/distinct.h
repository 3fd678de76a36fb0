// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results whose size depends on data: positions of elements other than zero, and distinct elements.
// Kernels return the count, which may be more than the results have room for; nothing is written
// behind them.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/map.h"
#include "runtime_support/kernels/sort.h"

namespace mcc::rt {

/// The positions, [count][Rank], in row-major order. out: room for `capacity` of them, or null.
template <int Rank, class T>
[[gnu::noinline]] std::int64_t nonzero(const T* x, const std::int64_t (&sizes)[Rank],
                                       std::int64_t capacity, std::int64_t* out) {
  std::int64_t count = 0;
  if (isEmpty(sizes)) return count;
  std::int64_t at[Rank] = {};
  do {
    for (std::int64_t i = 0; i < sizes[Rank - 1]; ++i) {
      if (*x++ == T(0)) continue;
      at[Rank - 1] = i;
      if (out != nullptr && count < capacity) {
        for (int d = 0; d < Rank; ++d) *out++ = at[d];
      }
      ++count;
    }
  } while (nextRow(sizes, at));
  return count;
}

/// Distinct elements in ascending order or, if Runs, one for each run of equals; every NaN is one
/// of its own. values and counts: room for `capacity` elements; inverse: which of them each of the
/// `size` elements is. All three may be null. keys and order: scratch, 2 * size elements each.
template <bool Runs, class T>
[[gnu::noinline]] std::int64_t unique(std::int64_t size, const T* x, std::int64_t capacity, T* keys,
                                      std::int64_t* order, T* values, std::int64_t* inverse,
                                      std::int64_t* counts) {
  for (std::int64_t i = 0; i < size; ++i) {
    keys[i] = x[i];
    order[i] = i;
  }
  Ordered<T> items{keys, order};
  if constexpr (!Runs) items = sortItems<false>(items, size);
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    const bool isNew = i == 0 || !(items.keys[i] == items.keys[i - 1]);
    if (isNew) ++count;
    if (inverse != nullptr) inverse[items.positions[i]] = count - 1;
    if (count > capacity) continue;
    if (isNew && values != nullptr) values[count - 1] = items.keys[i];
    if (counts != nullptr) counts[count - 1] = isNew ? 1 : counts[count - 1] + 1;
  }
  return count;
}

}  // namespace mcc::rt
