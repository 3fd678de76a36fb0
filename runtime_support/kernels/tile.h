// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The register tile: Rows x Vectors accumulators that take one step per element of depth. Matrix
// multiplication and convolution are loops around it.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/epilogue.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// The shape of register tiles. Rows are split evenly into tiles of MinRows to MaxRows (1 fits
/// every number of rows). The other matrix is cut into panels of Vectors vectors; columns left
/// over, if any, make a last panel of TailVectors vectors.
template <int MaxRows, int MinRows, int Vectors, int TailVectors>
struct Tile {};
/// A Tile whose TailVectors is not 0, named so that only programs with such tiles get what loads
/// and stores parts of vectors.
template <int MaxRows, int MinRows, int Vectors, int TailVectors>
using TailTile = Tile<MaxRows, MinRows, Vectors, TailVectors>;

/// The columns of a tile: all of its vectors are full ...
struct AllColumns {
  AllLanes lanes(int) const { return {}; }
};
/// ... or only the first `count` columns exist.
struct SomeColumns {
  std::int64_t count;

  SomeLanes lanes(int vector) const {
    const std::int64_t left = count - vector * F32::kLanes;
    return {left < 0 ? 0 : left < F32::kLanes ? left : F32::kLanes};
  }
};

/// Rows of a packed panel: Vectors full vectors each, one row after the other.
template <int Vectors>
struct PackedRows {
  static constexpr bool kIsStream = true;  // panels follow each other in memory
  const float* next;

  F32 vector(int j) const { return load(next + j * F32::kLanes, AllLanes{}); }
  void advance() { next += Vectors * F32::kLanes; }
  void skip(std::int64_t rows) { next += rows * Vectors * F32::kLanes; }
};

/// Rows of a row-major matrix, seen through some of its columns.
template <class Columns>
struct MatrixRows {
  static constexpr bool kIsStream = false;
  const float* next;
  std::int64_t stride;
  Columns columns;

  F32 vector(int j) const { return load(next + j * F32::kLanes, columns.lanes(j)); }
  void advance() { next += stride; }
};

/// sums[i][j] += a[i][k] * row[k][j] for 0 <= k < depth.
template <int Rows, int Vectors, class PanelRows>
[[gnu::always_inline]] inline void accumulate(F32 (&sums)[Rows][Vectors],
                                              const float* const (&a)[Rows], std::int64_t depth,
                                              PanelRows& rows) {
  for (std::int64_t k = 0; k < depth; ++k) {
    F32 b[Vectors];
    unroll<Vectors>([&](auto j) MCC_INLINE { b[j] = rows.vector(j); });
    rows.advance();
    unroll<Rows>([&](auto i) MCC_INLINE {
      const F32 x = broadcast(a[i][k]);
      unroll<Vectors>([&](auto j) MCC_INLINE { sums[i][j] = fma(x, b[j], sums[i][j]); });
    });
  }
}

/// sums[i][j] = bias[j], or 0 without one.
template <int Rows, int Vectors, class Columns>
[[gnu::always_inline]] inline void startSums(F32 (&sums)[Rows][Vectors], const float* bias,
                                             Columns columns) {
  unroll<Vectors>([&](auto j) MCC_INLINE {
    F32 start = broadcast(0.0f);
    if (bias != nullptr) start = load(bias + j * F32::kLanes, columns.lanes(j));
    unroll<Rows>([&](auto i) MCC_INLINE { sums[i][j] = start; });
  });
}

/// Applies the epilogue and stores the tile; row i begins at out + at + i * stride.
template <int Rows, int Vectors, class Columns, class Epilogue>
[[gnu::always_inline]] inline void storeSums(const F32 (&sums)[Rows][Vectors], float* out,
                                             std::int64_t at, std::int64_t stride,
                                             std::int64_t column, Columns columns,
                                             const Epilogue& epilogue) {
  unroll<Rows>([&](auto i) MCC_INLINE {
    unroll<Vectors>([&](auto j) MCC_INLINE {
      const std::int64_t place = at + i * stride + j * F32::kLanes;
      const auto lanes = columns.lanes(j);
      store(out + place, epilogue(sums[i][j], place, column + j * F32::kLanes, lanes), lanes);
    });
  });
}

/// `total` split into as few parts of at most `most` as possible, all of nearly the same size.
struct EvenSplit {
  std::int64_t parts;
  std::int64_t size;    // of the later parts
  std::int64_t larger;  // how many of the first parts have one more
};
constexpr EvenSplit splitEvenly(std::int64_t total, std::int64_t most) {
  const std::int64_t parts = (total + most - 1) / most;
  if (parts == 0) return {0, 0, 0};
  return {parts, total / parts, total % parts};
}

/// Calls body with the compile-time number that equals `count`, which lies in Min..Max.
template <int Max, int Min, class Body>
[[gnu::always_inline]] inline void withCount(std::int64_t count, Body&& body) {
  if constexpr (Max > Min) {
    if (count < Max) {
      withCount<Max - 1, Min>(count, body);
      return;
    }
  }
  body(std::integral_constant<int, Max>{});
}

}  // namespace mcc::rt
