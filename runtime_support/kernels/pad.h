// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Padding: elements added at the ends of dimensions.
#pragma once

#include <cstdint>
#include <limits>

#include "runtime_support/kernels/map.h"
#include "runtime_support/kernels/memory.h"

namespace mcc::rt {

/// What is added at the ends of a dimension of a given size. source: which element stands at
/// position i outside of [0, size), -1 if none does; limit: how many may be added at either end.
struct PadConstant {
  static constexpr std::int64_t limit(std::int64_t) {
    return std::numeric_limits<std::int64_t>::max();
  }
  static constexpr std::int64_t source(std::int64_t, std::int64_t) { return -1; }
};
struct PadReflect {
  static constexpr std::int64_t limit(std::int64_t size) { return size > 0 ? size - 1 : 0; }
  static constexpr std::int64_t source(std::int64_t i, std::int64_t size) {
    return i < 0 ? -i : 2 * (size - 1) - i;
  }
};
struct PadReplicate {
  static constexpr std::int64_t limit(std::int64_t size) {
    return size > 0 ? std::numeric_limits<std::int64_t>::max() : 0;
  }
  static constexpr std::int64_t source(std::int64_t i, std::int64_t size) {
    return i < 0 ? 0 : size - 1;
  }
};
struct PadCircular {
  static constexpr std::int64_t limit(std::int64_t size) { return size; }
  static constexpr std::int64_t source(std::int64_t i, std::int64_t size) {
    return i < 0 ? i + size : i - size;
  }
};

/// x is [sizes...][block], the result [low + sizes + high...][block].
template <int Rank>
struct PadShape {
  std::int64_t sizes[Rank];
  std::int64_t low[Rank];
  std::int64_t high[Rank];
  std::int64_t block;
};

/// Where the row of x begins that gives the row of the result at `index`, in elements; -1: none.
template <class Edge, int Rank>
std::int64_t paddedRow(const PadShape<Rank>& shape, const std::int64_t (&index)[Rank]) {
  std::int64_t row = 0;
  for (int d = 0; d + 1 < Rank; ++d) {
    const std::int64_t size = shape.sizes[d];
    std::int64_t i = index[d] - shape.low[d];
    if (i < 0 || i >= size) i = Edge::source(i, size);
    if (i < 0) return -1;
    row = row * size + i;
  }
  return row * shape.sizes[Rank - 1] * shape.block;
}

/// Positions [begin, end) of a dimension, all outside of [0, size). Returns the end of the result.
template <class Edge, class T>
T* padEnd(std::int64_t begin, std::int64_t end, std::int64_t size, std::int64_t block,
          const T* row, T value, T* out) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t from = Edge::source(i, size);
    if (from < 0) {
      fill(out, block, value);
    } else {
      copy(row + from * block, out, block);
    }
    out += block;
  }
  return out;
}

/// Adds elements at the ends of dimensions: `value` (PadConstant) or others of x. False when more
/// are to be added than x has.
template <class Edge, int Rank, class T>
[[gnu::noinline]] bool pad(const PadShape<Rank>& shape, const T* x, T value, T* out) {
  std::int64_t sizes[Rank];
  for (int d = 0; d < Rank; ++d) {
    const std::int64_t limit = Edge::limit(shape.sizes[d]);
    if (shape.low[d] < 0 || shape.low[d] > limit) return false;
    if (shape.high[d] < 0 || shape.high[d] > limit) return false;
    sizes[d] = shape.low[d] + shape.sizes[d] + shape.high[d];
  }
  if (isEmpty(sizes)) return true;
  const std::int64_t size = shape.sizes[Rank - 1];
  const std::int64_t block = shape.block;
  std::int64_t index[Rank] = {};
  do {
    const std::int64_t start = paddedRow<Edge>(shape, index);
    if (start < 0) {
      fill(out, sizes[Rank - 1] * block, value);
      out += sizes[Rank - 1] * block;
    } else {
      out = padEnd<Edge>(-shape.low[Rank - 1], 0, size, block, x + start, value, out);
      copy(x + start, out, size * block);
      out += size * block;
      out = padEnd<Edge>(size, size + shape.high[Rank - 1], size, block, x + start, value, out);
    }
  } while (nextRow(sizes, index));
  return true;
}

}  // namespace mcc::rt
