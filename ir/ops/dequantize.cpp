// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dequantize: (q - zero_point) * scale, difference and product rounded one by one in f32 (f64 when
// the result is f64), then rounded to the result's type.
#include "ir/ops/affine.h"
#include "ir/ops/checks.h"

namespace mcc {
namespace {

std::vector<TensorType> inferDequantize(const OpView& view) {
  require(view, isInteger(view.input(0).dtype),
          std::string("needs integers, not ") + name(view.input(0).dtype));
  requireAffine(view);
  const DType dtype = view.attributes().dtype("dtype");
  require(view, isFloat(dtype), std::string("can't dequantise to ") + name(dtype));
  return {{dtype, view.input(0).shape, std::nullopt}};
}

template <class R>
void dequantizeAll(EvalContext& context, Tensor& result) {
  const Tensor& q = context.in(0);
  const AffineChannel channel(context);
  for (std::int64_t i = 0; i < q.size(); ++i) {
    const std::int64_t c = channel(i);
    const R zeroPoint = context.has(2) ? static_cast<R>(context.in(2).real(c)) : R{0};
    const R difference = static_cast<R>(q.integer(i)) - zeroPoint;
    result.setReal(i, static_cast<double>(difference * static_cast<R>(context.in(1).real(c))));
  }
}

void evaluateDequantize(EvalContext& context) {
  Tensor result = context.make(0);
  if (result.dtype() == DType::f64) {
    dequantizeAll<double>(context, result);
  } else {
    dequantizeAll<float>(context, result);
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef dequantizeDef;
const OpDef dequantizeDef = {Op::dequantize, inferDequantize, evaluateDequantize};

}  // namespace mcc
