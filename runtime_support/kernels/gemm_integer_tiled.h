// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix multiplication of small integers by register tiles, with the results of gemmInteger. What
// multiplies is a class that an instruction set provides (kernels/<isa>/):
//
//   kLanes  columns in a vector of sums
//   kDepth  neighbours in depth that one step multiplies
//   widen(x, zero, count, to)
//       to[i] = x[i] - zero, as 16-bit numbers
//   multiply<Rows, Vectors>(a, stride, panel, depth, sums)
//       sums[Rows][Vectors * kLanes] = rows of widened numbers, `stride` apart, times a panel of
//       packIntegers; `depth` is a multiple of kDepth
#pragma once

#include <cstdint>

#include "runtime_support/kernels/gemm_integer.h"
#include "runtime_support/kernels/tile.h"

namespace mcc::rt {

/// Where a product by tiles stands in its output: result (i, j) is at start + i * cStride + column
/// + j, and its innermost index is column + j.
struct TiledProduct {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t depth;
  std::int64_t cStride;
  std::int64_t start;
  std::int64_t column;
};

constexpr std::int64_t roundUp(std::int64_t count, std::int64_t step) {
  return (count + step - 1) / step * step;
}

/// Columns j .. j + count - 1 of `Rows` rows that begin at `row`.
template <class Multiply, int Rows, int Vectors, class W, class Out, class Epilogue>
void multiplyPanel(const TiledProduct& product, std::int64_t row, std::int64_t j,
                   std::int64_t count, const std::int16_t* a, const W* panel,
                   const std::int32_t* bias, Out* out, const Epilogue& epilogue) {
  constexpr std::int64_t kWidth = Vectors * Multiply::kLanes;
  const std::int64_t depth = roundUp(product.depth, Multiply::kDepth);
  std::int32_t sums[Rows * kWidth];
  Multiply::template multiply<Rows, Vectors>(a, depth, panel, depth, sums);
  const std::int64_t column = product.column + j;
  for (std::int64_t i = 0; i < Rows; ++i) {
    const std::int64_t at = product.start + (row + i) * product.cStride + column;
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int32_t sum = sums[i * kWidth + k];
      const std::int32_t start = bias == nullptr ? 0 : bias[column + k];
      out[at + k] = epilogue(sum + start, at + k, column + k);
    }
  }
}

/// All columns of `Rows` rows that begin at `row`.
template <class Multiply, int Rows, int Vectors, int TailVectors, class W, class Out,
          class Epilogue>
void multiplyRows(const TiledProduct& product, std::int64_t row, const std::int16_t* a,
                  const W* packed, const std::int32_t* bias, Out* out, const Epilogue& epilogue) {
  constexpr std::int64_t kWidth = Vectors * Multiply::kLanes;
  const std::int64_t depth = roundUp(product.depth, Multiply::kDepth);
  std::int64_t j = 0;
  for (; j + kWidth <= product.columns; j += kWidth) {
    multiplyPanel<Multiply, Rows, Vectors>(product, row, j, kWidth, a, packed + j * depth, bias,
                                           out, epilogue);
  }
  if constexpr (TailVectors > 0) {
    if (j == product.columns) return;
    multiplyPanel<Multiply, Rows, TailVectors>(product, row, j, product.columns - j, a,
                                               packed + j * depth, bias, out, epilogue);
  }
}

/// out = epilogue(A * B + bias), where fill(row, to) writes row `row` of A as `depth` widened
/// numbers. `packed` is B by packIntegers, `scratch` has room for MaxRows widened rows.
template <class Multiply, int MaxRows, int MinRows, int Vectors, int TailVectors, class W,
          class Out, class Epilogue, class Fill>
void multiplyTiles(Tile<MaxRows, MinRows, Vectors, TailVectors>, const TiledProduct& product,
                   const W* packed, const std::int32_t* bias, Out* out, std::int16_t* scratch,
                   const Epilogue& epilogue, Fill&& fill) {
  const std::int64_t depth = roundUp(product.depth, Multiply::kDepth);
  const EvenSplit split = splitEvenly(product.rows, MaxRows);
  std::int64_t row = 0;
  for (std::int64_t part = 0; part < split.parts; ++part) {
    const std::int64_t count = split.size + (part < split.larger ? 1 : 0);
    for (std::int64_t i = 0; i < count; ++i) {
      std::int16_t* to = scratch + i * depth;
      fill(row + i, to);
      for (std::int64_t k = product.depth; k < depth; ++k) to[k] = 0;
    }
    withCount<MaxRows, MinRows>(count, [&](auto rows) {
      multiplyRows<Multiply, rows, Vectors, TailVectors>(product, row, scratch, packed, bias, out,
                                                         epilogue);
    });
    row += count;
  }
}

/// gemmInteger with B packed by packIntegers.
template <class Multiply, class RegisterTile, class A, class W, class Out, class Epilogue>
[[gnu::noinline]] void gemmIntegerTiled(const GemmSizes& sizes, std::int32_t zero, const A* a,
                                        const W* packed, const std::int32_t* bias, Out* c,
                                        std::int16_t* scratch, const Epilogue& epilogue) {
  const TiledProduct product{sizes.rows,    sizes.columns, sizes.depth,
                             sizes.cStride, sizes.start,   0};
  multiplyTiles<Multiply>(RegisterTile{}, product, packed, bias, c, scratch, epilogue,
                          [&](std::int64_t row, std::int16_t* to) {
                            Multiply::widen(a + row * sizes.aStride, zero, sizes.depth, to);
                          });
}

}  // namespace mcc::rt
