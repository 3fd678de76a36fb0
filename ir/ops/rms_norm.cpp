// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rms_norm: rows of trailing dimensions divided by their root mean square.
#include <cmath>

#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

std::vector<TensorType> inferRmsNorm(const OpView& view) {
  const TensorType& x = view.input(0);
  requireReal(view, 0);
  requireDTypeOfFirst(view, 1, 1);
  const std::int64_t axes = view.attributes().integer("axes");
  view.attributes().real("eps");
  require(view, axes >= 1 && axes <= x.rank(),
          "can't normalise " + std::to_string(axes) + " dimensions of shape " + text(x.shape));
  if (view.has(1)) {
    requireShape(view, view.input(1).shape, {x.shape.end() - axes, x.shape.end()}, "the weight");
  }
  return {{x.dtype, x.shape, std::nullopt}};
}

void evaluateRmsNorm(EvalContext& context) {
  const Tensor& x = context.in(0);
  Tensor y = context.make(0);
  const double eps = context.node.attributes.real("eps");
  std::int64_t n = 1;
  for (std::int64_t d = x.rank() - context.integer("axes"); d < x.rank(); ++d) n *= x.dim(d);
  for (std::int64_t row = 0; n > 0 && row < x.size() / n; ++row) {
    double squares = 0;
    for (std::int64_t i = 0; i < n; ++i) squares += x.real(row * n + i) * x.real(row * n + i);
    const double factor = 1 / std::sqrt(squares / static_cast<double>(n) + eps);
    for (std::int64_t i = 0; i < n; ++i) {
      const double weight = context.has(1) ? context.in(1).real(i) : 1;
      y.setReal(row * n + i, x.real(row * n + i) * factor * weight);
    }
  }
  context.results = {std::move(y)};
}

}  // namespace

extern const OpDef rms_normDef;
const OpDef rms_normDef = {Op::rms_norm, inferRmsNorm, evaluateRmsNorm, lowerRmsNorm};

}  // namespace mcc
