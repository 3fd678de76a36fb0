// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements, or blocks of them, at positions that come from data. A position p counts from the end
// when it is negative; all are checked before anything is written.
#pragma once

#include <cstdint>
#include <type_traits>

#include "runtime_support/kernels/map.h"
#include "runtime_support/kernels/memory.h"
#include "runtime_support/kernels/reduce.h"

namespace mcc::rt {

/// Whether all of `count` positions are in [-size, size).
template <class Index>
bool areInside(const Index* positions, std::int64_t count, std::int64_t size) {
  bool inside = true;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t position = positions[i];
    inside = inside && position >= -size && position < size;
  }
  return inside;
}

/// The position counted from the start.
constexpr std::int64_t fromStart(std::int64_t position, std::int64_t size) {
  return position < 0 ? position + size : position;
}

/// What a stored element and a new one become, besides AddEach and the like.
template <class T>
struct ReplaceEach {
  static constexpr T combine(T, T b) { return b; }
};

/// A tensor [outer][count][inner] indexed by `positions` numbers in the middle.
struct IndexSizes {
  std::int64_t outer;
  std::int64_t count;
  std::int64_t inner;
  std::int64_t positions;
};

/// One of several index tensors that index neighbouring dimensions together: brings the positions
/// so far, [sizes...], into the next dimension, of size `count`. The index has strides of its own.
/// False when a position is out of range.
template <int Rank, class Index>
[[gnu::noinline]] bool flattenIndex(const std::int64_t (&sizes)[Rank], const Index* index,
                                    const std::int64_t (&strides)[Rank], std::int64_t count,
                                    std::int64_t* positions) {
  if (isEmpty(sizes)) return true;
  std::int64_t at[Rank] = {};
  do {
    const Index* const row = index + rowOffset(strides, at);
    for (std::int64_t i = 0; i < sizes[Rank - 1]; ++i) {
      const std::int64_t position = row[i * strides[Rank - 1]];
      if (position < -count || position >= count) return false;
      *positions = *positions * count + fromStart(position, count);
      ++positions;
    }
  } while (nextRow(sizes, at));
  return true;
}

/// out [outer][positions][inner]: blocks of x [outer][count][inner]. False when a position is out
/// of range.
template <class T, class Index>
[[gnu::noinline]] bool takeBlocks(const IndexSizes& sizes, const T* x, const Index* positions,
                                  T* out) {
  if (!areInside(positions, sizes.positions, sizes.count)) return false;
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    for (std::int64_t i = 0; i < sizes.positions; ++i) {
      const std::int64_t block = o * sizes.count + fromStart(positions[i], sizes.count);
      if (sizes.inner == 1) {
        *out = x[block];
      } else {
        copy(x + block * sizes.inner, out, sizes.inner);
      }
      out += sizes.inner;
    }
  }
  return true;
}

/// The inverse: puts `values` [outer][positions][inner] into out [outer][count][inner], one after
/// the other. Each: ReplaceEach<T>, AddEach<T>, AnyEach. False when a position is out of range.
template <class Each, class T, class Index>
[[gnu::noinline]] bool putBlocks(const IndexSizes& sizes, const T* values, const Index* positions,
                                 T* out) {
  if (!areInside(positions, sizes.positions, sizes.count)) return false;
  for (std::int64_t o = 0; o < sizes.outer; ++o) {
    for (std::int64_t i = 0; i < sizes.positions; ++i) {
      const std::int64_t block = o * sizes.count + fromStart(positions[i], sizes.count);
      T* const to = out + block * sizes.inner;
      for (std::int64_t c = 0; c < sizes.inner; ++c) to[c] = Each::combine(to[c], values[c]);
      values += sizes.inner;
    }
  }
  return true;
}

/// A tensor whose elements are addressed along one dimension by an index tensor of its rank.
template <int Rank>
struct GatherShape {
  std::int64_t sizes[Rank];    ///< of the index
  std::int64_t strides[Rank];  ///< of the tensor; 0 along that dimension
  std::int64_t count;          ///< the tensor's size along that dimension
  std::int64_t stride;         ///< and its stride there
  std::int64_t elements;       ///< of the tensor
};

/// Calls visit(offset in the tensor, number of the index element) in order. False, without a call,
/// when a position or the index itself reaches out of the tensor.
template <int Rank, class Index, class Visit>
bool visitPositions(const GatherShape<Rank>& shape, const Index* index, Visit visit) {
  if (isEmpty(shape.sizes)) return true;
  std::int64_t total = 1;
  std::int64_t last = (shape.count - 1) * shape.stride;
  for (int d = 0; d < Rank; ++d) {
    total *= shape.sizes[d];
    last += (shape.sizes[d] - 1) * shape.strides[d];
  }
  if (last >= shape.elements || !areInside(index, total, shape.count)) return false;
  std::int64_t at[Rank] = {};
  std::int64_t number = 0;
  do {
    const std::int64_t row = rowOffset(shape.strides, at);
    for (std::int64_t i = 0; i < shape.sizes[Rank - 1]; ++i) {
      const std::int64_t position = fromStart(index[number], shape.count);
      visit(row + i * shape.strides[Rank - 1] + position * shape.stride, number);
      ++number;
    }
  } while (nextRow(shape.sizes, at));
  return true;
}

/// out[i] = x[position i]. False when an index is out of range.
template <int Rank, class T, class Index>
[[gnu::noinline]] bool gather(const GatherShape<Rank>& shape, const T* x, const Index* index,
                              T* out) {
  return visitPositions(shape, index, [&](std::int64_t offset, std::int64_t number) {
    out[number] = x[offset];
  });
}

/// out[position i] = combine(out[position i], source[i]), one after the other. Each: ReplaceEach<T>
/// or one of what reduceEach takes. False when an index is out of range.
template <class Each, int Rank, class T, class Index>
[[gnu::noinline]] bool scatter(const GatherShape<Rank>& shape, const T* source, const Index* index,
                               T* out) {
  return visitPositions(shape, index, [&](std::int64_t offset, std::int64_t number) {
    out[offset] = Each::combine(out[offset], source[number]);
  });
}

/// The same with one value for all.
template <class Each, int Rank, class T, class Index>
[[gnu::noinline]] bool scatterValue(const GatherShape<Rank>& shape, T value, const Index* index,
                                    T* out) {
  return visitPositions(shape, index, [&](std::int64_t offset, std::int64_t) {
    out[offset] = Each::combine(out[offset], value);
  });
}

/// Sums of `counts` numbers become means; integers are rounded down. Counts below 2 change nothing.
template <class T>
void divideByCounts(std::int64_t size, const std::int64_t* counts, T* sums) {
  for (std::int64_t i = 0; i < size; ++i) {
    if (counts[i] < 2) continue;
    if constexpr (std::is_integral_v<T>) {
      const std::int64_t sum = sums[i];
      sums[i] = static_cast<T>(sum / counts[i] - (sum % counts[i] < 0 ? 1 : 0));
    } else {
      sums[i] /= static_cast<T>(counts[i]);
    }
  }
}

/// x where the condition is false, else the next element of `source`. May run in place of x. False
/// when the source is too short.
template <class T>
[[gnu::noinline]] bool maskedScatter(std::int64_t count, const T* x, const bool* condition,
                                     const T* source, std::int64_t sourceCount, T* out) {
  std::int64_t next = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!condition[i]) {
      out[i] = x[i];
      continue;
    }
    if (next == sourceCount) return false;
    out[i] = source[next];
    ++next;
  }
  return true;
}

}  // namespace mcc::rt
