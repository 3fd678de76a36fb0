// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix multiplication with fused bias and epilogue: C = epilogue(A * B + bias).
#pragma once

#include <cstdint>

#include "runtime_support/kernels/gemm_plain.h"
#include "runtime_support/kernels/tile.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// Sizes of C[rows][columns] = A[rows][depth] * B[depth][columns]; strides count elements.
struct GemmSizes {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t depth;
  std::int64_t aStride;  // between rows of A
  std::int64_t cStride;  // between rows of C
  std::int64_t start;    // where C begins in the output; part of the epilogue's `at`
};

/// B packed by packGemmB: one panel after the other, each [depth][width].
struct PackedMatrix {
  const float* data;

  template <int Vectors, class Columns>
  PackedRows<Vectors> panel(std::int64_t depth, std::int64_t column, Columns) const {
    return {data + column * depth};
  }
};

/// B as a row-major matrix.
struct DenseMatrix {
  const float* data;
  std::int64_t stride;  // between rows

  template <int Vectors, class Columns>
  MatrixRows<Columns> panel(std::int64_t, std::int64_t column, Columns columns) const {
    return {data + column, stride, columns};
  }
};

/// How a tile fetches the panel that is needed next: `lines` cache lines every `steps` steps,
/// beginning `offset` floats behind the panel's start.
struct PanelPrefetch {
  std::int64_t offset;
  std::int64_t lines;
  std::int64_t steps;
};

/// A function of its own, for inside a loop over tiles the epilogue's constants would be kept in
/// registers that the sums need.
template <int Rows, int Vectors, class Columns, class PanelRows, class Epilogue>
[[gnu::noinline]] void gemmTile(const GemmSizes& sizes, const float* a, PanelRows rows,
                                PanelPrefetch fetch, const float* bias, float* c, std::int64_t at,
                                std::int64_t column, Columns columns, const Epilogue& epilogue) {
  constexpr std::int64_t kLine = 16;  // floats in a cache line
  F32 sums[Rows][Vectors];
  const float* const panel = rows.next;
  const float* from[Rows];
  startSums(sums, bias, columns);
  for (std::int64_t k = 0; k < sizes.depth; k += fetch.steps) {
    for (std::int64_t i = 0; i < fetch.lines; ++i) {
      prefetch(panel, fetch.offset);
      fetch.offset += kLine;
    }
    const std::int64_t left = sizes.depth - k;
    unroll<Rows>([&](auto i) MCC_INLINE { from[i] = a + i * sizes.aStride + k; });
    accumulate(sums, from, left < fetch.steps ? left : fetch.steps, rows);
  }
  storeSums(sums, c, at, sizes.cStride, column, columns, epilogue);
}

/// One panel of B against the rows first..last of A.
template <int MaxRows, int MinRows, int Vectors, class Matrix, class Columns, class Epilogue>
void gemmPanel(const GemmSizes& sizes, std::int64_t first, std::int64_t last, const float* a,
               const Matrix& b, const float* bias, float* c, std::int64_t column, Columns columns,
               const Epilogue& epilogue) {
  constexpr std::int64_t kWidth = Vectors * F32::kLanes;
  const EvenSplit split = splitEvenly(last - first, MaxRows);
  const auto rows = b.template panel<Vectors>(sizes.depth, column, columns);
  // With several tiles per panel each fetches its share of the next one: weights are seldom in the
  // cache. A single tile reads B as one stream, which the hardware fetches by itself.
  PanelPrefetch fetch{sizes.depth * kWidth, 0, sizes.depth > 0 ? sizes.depth : 1};
  if (decltype(rows)::kIsStream && split.parts > 1) {
    const std::int64_t wanted = 8 * kWidth / 16 / split.parts;
    fetch.lines = wanted > 1 ? wanted : 1;
    const std::int64_t steps = split.parts * 16 / kWidth;
    fetch.steps = steps > 8 ? steps : 8;
  }
  const std::int64_t share = sizes.depth * kWidth / (split.parts > 0 ? split.parts : 1);
  std::int64_t row = first;
  for (std::int64_t part = 0; part < split.parts; ++part) {
    const std::int64_t height = split.size + (part < split.larger ? 1 : 0);
    const std::int64_t at = sizes.start + row * sizes.cStride + column;
    withCount<MaxRows, MinRows>(height, [&](auto count) MCC_INLINE {
      gemmTile<count, Vectors>(sizes, a + row * sizes.aStride, rows, fetch, bias, c, at, column,
                               columns, epilogue);
    });
    row += height;
    fetch.offset += share;
  }
}

template <int MaxRows, int MinRows, int Vectors, int TailVectors, class Matrix, class Epilogue>
void gemmPanels(Tile<MaxRows, MinRows, Vectors, TailVectors>, const GemmSizes& sizes,
                const float* a, const Matrix& b, const float* bias, float* c,
                const Epilogue& epilogue) {
  constexpr std::int64_t kWidth = Vectors * F32::kLanes;
  constexpr std::int64_t kBlock = 65536;  // floats of A that stay in the second-level cache
  std::int64_t block = sizes.depth > 0 ? kBlock / sizes.depth : sizes.rows;
  if (block < 4 * MaxRows) block = 4 * MaxRows;
  const EvenSplit split = splitEvenly(sizes.rows, block);
  std::int64_t first = 0;
  for (std::int64_t part = 0; part < split.parts; ++part) {
    const std::int64_t last = first + split.size + (part < split.larger ? 1 : 0);
    std::int64_t column = 0;
    for (; column + kWidth <= sizes.columns; column += kWidth) {
      gemmPanel<MaxRows, MinRows, Vectors>(sizes, first, last, a, b,
                                           bias == nullptr ? nullptr : bias + column, c, column,
                                           AllColumns{}, epilogue);
    }
    if constexpr (TailVectors > 0) {
      if (column < sizes.columns) {
        gemmPanel<MaxRows, MinRows, TailVectors>(
            sizes, first, last, a, b, bias == nullptr ? nullptr : bias + column, c, column,
            SomeColumns{sizes.columns - column}, epilogue);
      }
    }
    first = last;
  }
}

/// C = epilogue(A * B + bias) with B packed at compile time. `bias` has sizes.columns elements or
/// is null. C may be A only where a row of C depends on no later row of A, that is, not in general.
template <class RegisterTile, class Epilogue>
[[gnu::noinline]] void gemm(const GemmSizes& sizes, const float* a, const float* packedB,
                            const float* bias, float* c, const Epilogue& epilogue) {
  gemmPanels(RegisterTile{}, sizes, a, PackedMatrix{packedB}, bias, c, epilogue);
}

/// `count` products with B row-major, `bRowStride` elements between its rows.
template <class RegisterTile, class Epilogue>
[[gnu::noinline]] void gemmBatch(const GemmBatch& batch, const GemmSizes& sizes, const float* a,
                                 const float* b, std::int64_t bRowStride, const float* bias,
                                 float* c, const Epilogue& epilogue) {
  for (std::int64_t i = 0; i < batch.count; ++i) {
    GemmSizes one = sizes;
    one.start = sizes.start + i * batch.cStride;
    gemmPanels(RegisterTile{}, one, a + i * batch.aStride,
               DenseMatrix{b + i * batch.bStride, bRowStride}, bias, c, epilogue);
  }
}

}  // namespace mcc::rt
