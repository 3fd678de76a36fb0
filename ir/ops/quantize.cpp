// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// quantize: real numbers to integers. In f32 (f64 for f64 tensors), product and sum rounded one by
// one; 1/scale in the scale's own type. NaN gives min.
#include <algorithm>
#include <cmath>

#include "ir/ops/affine.h"
#include "ir/ops/checks.h"

namespace mcc {
namespace {

std::vector<TensorType> inferQuantize(const OpView& view) {
  requireReal(view, 0);
  requireAffine(view);
  const DType dtype = view.attributes().dtype("dtype");
  require(view, isInteger(dtype), std::string("can't quantise to ") + name(dtype));
  require(view, view.attributes().integer("min") <= view.attributes().integer("max"),
          "min is above max");
  return {{dtype, view.input(0).shape, std::nullopt}};
}

double reciprocal(const Tensor& scale, std::int64_t i) {
  if (scale.dtype() == DType::f64) return 1 / scale.real(i);
  return static_cast<double>(1.0F / static_cast<float>(scale.real(i)));
}

template <class R>
void quantizeAll(EvalContext& context, Tensor& result) {
  const Tensor& x = context.in(0);
  const AffineChannel channel(context);
  const auto low = static_cast<R>(context.integer("min"));
  const auto high = static_cast<R>(context.integer("max"));
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const std::int64_t c = channel(i);
    const auto factor = static_cast<R>(reciprocal(context.in(1), c));
    const R zeroPoint = context.has(2) ? static_cast<R>(context.in(2).real(c)) : R{0};
    const R value = std::nearbyint(static_cast<R>(x.real(i)) * factor) + zeroPoint;
    result.setInteger(i, static_cast<std::int64_t>(value > low ? std::min(value, high) : low));
  }
}

void evaluateQuantize(EvalContext& context) {
  Tensor result = context.make(0);
  if (context.in(0).dtype() == DType::f64) {
    quantizeAll<double>(context, result);
  } else {
    quantizeAll<float>(context, result);
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef quantizeDef;
const OpDef quantizeDef = {Op::quantize, inferQuantize, evaluateQuantize};

}  // namespace mcc
