// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix multiplication of small integers, summed in 32 bits: what quantised layers compute.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/gemm.h"
#include "runtime_support/kernels/gemm_plain.h"

namespace mcc::rt {

/// What happens to a finished sum of integers before it is stored: a functor with
///   Out operator()(std::int32_t sum, std::int64_t at, std::int64_t column) const;
/// where `at` is the offset in the output and `column` its innermost index. This one keeps it.
struct KeepSum {
  std::int32_t operator()(std::int32_t sum, std::int64_t, std::int64_t) const { return sum; }
};

/// sums[j] += (x[k] - zero) * w[j * stride + k] for 0 <= k < depth. Sums must fit 32 bits.
template <int Columns, class X, class W>
void addProducts(const X* x, std::int32_t zero, const W* w, std::int64_t stride,
                 std::int64_t depth, std::int32_t (&sums)[Columns]) {
  for (std::int64_t k = 0; k < depth; ++k) {
    const std::int32_t value = x[k] - zero;
    for (int j = 0; j < Columns; ++j) sums[j] += value * w[j * stride + k];
  }
}

template <int Columns>
void startIntegers(const std::int32_t* bias, std::int64_t column, std::int32_t (&sums)[Columns]) {
  for (int j = 0; j < Columns; ++j) sums[j] = bias == nullptr ? 0 : bias[column + j];
}

template <int Columns, class Out, class Epilogue>
void storeIntegers(const std::int32_t (&sums)[Columns], std::int64_t at, std::int64_t column,
                   Out* out, const Epilogue& epilogue) {
  for (int j = 0; j < Columns; ++j) {
    const std::int64_t place = at + column + j;
    out[place] = epilogue(sums[j], place, column + j);
  }
}

/// C[rows][columns] = epilogue((A[rows][depth] - zero) * B + bias), B stored [columns][depth] as
/// linear layers have it. `bias` has `columns` elements or is null.
template <class A, class B, class Out, class Epilogue>
[[gnu::noinline]] void gemmInteger(const GemmSizes& sizes, std::int32_t zero, const A* a,
                                   const B* b, const std::int32_t* bias, Out* c,
                                   const Epilogue& epilogue) {
  constexpr int kColumns = 4;
  for (std::int64_t i = 0; i < sizes.rows; ++i) {
    const A* row = a + i * sizes.aStride;
    const std::int64_t at = sizes.start + i * sizes.cStride;
    std::int64_t j = 0;
    for (; j + kColumns <= sizes.columns; j += kColumns) {
      std::int32_t sums[kColumns];
      startIntegers(bias, j, sums);
      addProducts(row, zero, b + j * sizes.depth, sizes.depth, sizes.depth, sums);
      storeIntegers(sums, at, j, c, epilogue);
    }
    for (; j < sizes.columns; ++j) {
      std::int32_t sum[1];
      startIntegers(bias, j, sum);
      addProducts(row, zero, b + j * sizes.depth, sizes.depth, sizes.depth, sum);
      storeIntegers(sum, at, j, c, epilogue);
    }
  }
}

/// One such product for every entry of a batch.
template <class A, class B, class Out, class Epilogue>
void gemmIntegerBatch(const GemmBatch& batch, const GemmSizes& sizes, std::int32_t zero, const A* a,
                      const B* b, const std::int32_t* bias, Out* c, const Epilogue& epilogue) {
  for (std::int64_t i = 0; i < batch.count; ++i) {
    GemmSizes one = sizes;
    one.start = sizes.start + i * batch.cStride;
    gemmInteger(one, zero, a + i * batch.aStride, b + i * batch.bStride, bias, c, epilogue);
  }
}

}  // namespace mcc::rt
