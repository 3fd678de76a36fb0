// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// layer_norm: rows of trailing dimensions brought to mean 0 and variance 1, then scaled and
// shifted. The results mean and rstd have x's element type.
#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/moments.h"

namespace mcc {
namespace {

std::vector<TensorType> inferLayerNorm(const OpView& view) {
  const TensorType& x = view.input(0);
  requireReal(view, 0);
  requireDTypeOfFirst(view, 1, 2);
  const std::int64_t axes = view.attributes().integer("axes");
  view.attributes().real("eps");
  require(view, axes >= 1 && axes <= x.rank(),
          "can't normalise " + std::to_string(axes) + " dimensions of shape " + text(x.shape));
  const Shape row(x.shape.end() - axes, x.shape.end());
  if (view.has(1)) requireShape(view, view.input(1).shape, row, "the weight");
  if (view.has(2)) requireShape(view, view.input(2).shape, row, "the bias");
  const Shape rows(x.shape.begin(), x.shape.end() - axes);
  return {{x.dtype, x.shape, std::nullopt},
          {x.dtype, rows, std::nullopt},
          {x.dtype, rows, std::nullopt}};
}

void evaluateLayerNorm(EvalContext& context) {
  const Tensor& x = context.in(0);
  Tensor y = context.make(0);
  Tensor mean = context.make(1);
  Tensor rstd = context.make(2);
  const double eps = context.node.attributes.real("eps");
  const std::int64_t rows = mean.size();
  const std::int64_t n = rows == 0 ? 0 : x.size() / rows;
  for (std::int64_t row = 0; row < rows; ++row) {
    const Moments m = momentsOf(
        n, [&](std::int64_t i) { return x.real(row * n + i); }, eps);
    mean.setReal(row, m.mean);
    rstd.setReal(row, m.rstd);
    for (std::int64_t i = 0; i < n; ++i) {
      const double scale = context.has(1) ? context.in(1).real(i) : 1;
      const double shift = context.has(2) ? context.in(2).real(i) : 0;
      y.setReal(row * n + i, (x.real(row * n + i) - m.mean) * m.rstd * scale + shift);
    }
  }
  context.results = {std::move(y), std::move(mean), std::move(rstd)};
}

}  // namespace

extern const OpDef layer_normDef;
const OpDef layer_normDef = {Op::layer_norm, inferLayerNorm, evaluateLayerNorm, lowerLayerNorm};

}  // namespace mcc
