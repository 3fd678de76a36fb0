// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix multiplication over any type, one element at a time: what the vector kernels are held to,
// and what double, integer and bool tensors use.
#pragma once

#include <cstdint>

#include "runtime_support/math/integers.h"

namespace mcc::rt {

/// Strides of C[rows][columns] = A[rows][depth] * B[depth][columns] in elements, row and column.
struct PlainGemmSizes {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t depth;
  std::int64_t aRow;
  std::int64_t aColumn;
  std::int64_t bRow;
  std::int64_t bColumn;
  std::int64_t cRow;
};

/// sum + a * b; integers wrap around, bools are or-ed.
template <class T>
constexpr T multiplyAdd(T a, T b, T sum) {
  using Wide = WrappingType<T>;
  return static_cast<T>(static_cast<Wide>(sum) + static_cast<Wide>(a) * static_cast<Wide>(b));
}

/// C = A * B + bias; `bias` has `columns` elements or is null.
template <class T>
[[gnu::noinline]] void gemmPlain(const PlainGemmSizes& sizes, const T* a, const T* b, const T* bias,
                                 T* c) {
  for (std::int64_t i = 0; i < sizes.rows; ++i) {
    for (std::int64_t j = 0; j < sizes.columns; ++j) {
      T sum = bias == nullptr ? T(0) : bias[j];
      for (std::int64_t k = 0; k < sizes.depth; ++k) {
        sum = multiplyAdd(a[i * sizes.aRow + k * sizes.aColumn],
                          b[k * sizes.bRow + j * sizes.bColumn], sum);
      }
      c[i * sizes.cRow + j] = sum;
    }
  }
}

/// Where the matrices of one product of a batch begin: index times stride, 0 for a shared matrix.
struct GemmBatch {
  std::int64_t count;
  std::int64_t aStride;
  std::int64_t bStride;
  std::int64_t cStride;
};

/// `count` such products.
template <class T>
void gemmPlainBatch(const GemmBatch& batch, const PlainGemmSizes& sizes, const T* a, const T* b,
                    const T* bias, T* c) {
  for (std::int64_t i = 0; i < batch.count; ++i) {
    gemmPlain(sizes, a + i * batch.aStride, b + i * batch.bStride, bias, c + i * batch.cStride);
  }
}

}  // namespace mcc::rt
