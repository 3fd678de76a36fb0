// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rfft: Fourier transform of real rows, the n/2 + 1 numbers that are not mirrored, unscaled.
#include "ir/ops/checks.h"
#include "ir/ops/fourier.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

std::vector<TensorType> inferRfft(const OpView& view) {
  const TensorType& x = view.input(0);
  require(view, x.dtype == DType::f32 || x.dtype == DType::f64,
          std::string("needs f32 or f64 numbers, not ") + name(x.dtype));
  require(view, x.rank() >= 1 && x.dim(-1) != Dim(0), "nothing to transform");
  TensorType result{x.dtype == DType::f64 ? DType::c128 : DType::c64, x.shape, std::nullopt};
  result.shape.back() = floorDiv(x.dim(-1), Dim(2)) + Dim(1);
  return {result};
}

void evaluateRfft(EvalContext& context) {
  const Tensor& x = context.in(0);
  const std::int64_t n = x.shape().back();
  const std::int64_t kept = n / 2 + 1;
  Tensor result = context.make(0);
  std::vector<std::complex<double>> row(static_cast<std::size_t>(n));
  for (std::int64_t r = 0; r < x.size() / n; ++r) {
    for (std::int64_t i = 0; i < n; ++i) row[static_cast<std::size_t>(i)] = x.real(r * n + i);
    const auto out = fourierTransform(row, -1);
    for (std::int64_t i = 0; i < kept; ++i) {
      result.setComplex(r * kept + i, out[static_cast<std::size_t>(i)]);
    }
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef rfftDef;
const OpDef rfftDef = {Op::rfft, inferRfft, evaluateRfft, lowerRfft};

}  // namespace mcc
