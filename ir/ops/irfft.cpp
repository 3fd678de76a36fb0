// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// irfft: real rows of `size` elements from the size/2 + 1 numbers of their transform, unscaled. The
// imaginary parts of the first and, for even sizes, of the last number don't count.
#include "ir/ops/checks.h"
#include "ir/ops/fourier.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

std::vector<TensorType> inferIrfft(const OpView& view) {
  const TensorType& x = view.input(0);
  require(view, isComplex(x.dtype), std::string("needs complex numbers, not ") + name(x.dtype));
  require(view, x.rank() >= 1, "nothing to transform");
  const Dim size = view.attributes().dim("size");
  require(view, !size.isConstant() || size.constant() >= 1, "size must be positive");
  requireSize(view, x.dim(-1), floorDiv(size, Dim(2)) + Dim(1), "the last size of the input");
  TensorType result{x.dtype == DType::c128 ? DType::f64 : DType::f32, x.shape, std::nullopt};
  result.shape.back() = size;
  return {result};
}

void evaluateIrfft(EvalContext& context) {
  const Tensor& x = context.in(0);
  const std::int64_t n = context.integer("size");
  const std::int64_t given = x.shape().back();
  Tensor result = context.make(0);
  std::vector<std::complex<double>> row(static_cast<std::size_t>(n));
  for (std::int64_t r = 0; r < x.size() / given; ++r) {
    for (std::int64_t i = 0; i < given; ++i) {
      const std::complex<double> value = x.complex(r * given + i);
      const bool isMirrored = i > 0 && i < n - i;
      row[static_cast<std::size_t>(i)] = isMirrored ? value : value.real();
      if (isMirrored) row[static_cast<std::size_t>(n - i)] = std::conj(value);
    }
    const auto out = fourierTransform(row, 1);
    for (std::int64_t i = 0; i < n; ++i) {
      result.setReal(r * n + i, out[static_cast<std::size_t>(i)].real());
    }
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef irfftDef;
const OpDef irfftDef = {Op::irfft, inferIrfft, evaluateIrfft, lowerIrfft};

}  // namespace mcc
