// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fft: complex Fourier transform along the last dimension, unscaled.
#include "ir/ops/checks.h"
#include "ir/ops/fourier.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

std::vector<TensorType> inferFft(const OpView& view) {
  const TensorType& x = view.input(0);
  require(view, isComplex(x.dtype), std::string("needs complex numbers, not ") + name(x.dtype));
  require(view, x.rank() >= 1 && x.dim(-1) != Dim(0), "nothing to transform");
  view.attributes().boolean("inverse");
  return {x};
}

void evaluateFft(EvalContext& context) {
  const Tensor& x = context.in(0);
  const std::int64_t n = x.shape().back();
  const double sign = context.node.attributes.boolean("inverse") ? 1 : -1;
  Tensor result = context.make(0);
  std::vector<std::complex<double>> row(static_cast<std::size_t>(n));
  for (std::int64_t first = 0; first < x.size(); first += n) {
    for (std::int64_t i = 0; i < n; ++i) row[static_cast<std::size_t>(i)] = x.complex(first + i);
    const auto out = fourierTransform(row, sign);
    for (std::int64_t i = 0; i < n; ++i) {
      result.setComplex(first + i, out[static_cast<std::size_t>(i)]);
    }
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef fftDef;
const OpDef fftDef = {Op::fft, inferFft, evaluateFft, lowerFft};

}  // namespace mcc
