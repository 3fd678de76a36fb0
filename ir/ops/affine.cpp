// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What quantize and dequantize share.
#include "ir/ops/affine.h"

#include "ir/ops/checks.h"

namespace mcc {

void requireAffine(const OpView& view) {
  const TensorType& x = view.input(0);
  const std::int64_t axis = view.attributes().integer("axis");
  require(view, axis >= -1 && axis < x.rank(),
          "axis " + std::to_string(axis) + " does not fit shape " + text(x.shape));
  requireReal(view, 1);
  for (std::size_t i = 1; i <= 2; ++i) {
    if (!view.has(i)) continue;
    const TensorType& parameter = view.input(i);
    const char* what = i == 1 ? "the scale" : "the zero point";
    if (axis < 0) {
      requireSize(view, parameter.elementCount(), Dim(1),
                  std::string("number of elements of ") + what);
    } else {
      requireShape(view, parameter.shape, {x.dim(axis)}, what);
    }
  }
  require(view, !view.has(2) || !isComplex(view.input(2).dtype), "the zero point is complex");
}

AffineChannel::AffineChannel(const EvalContext& context) {
  const std::int64_t axis = context.integer("axis");
  if (axis < 0) return;
  inner_ = stridesOf(context.in(0).shape())[static_cast<std::size_t>(axis)];
  count_ = context.in(0).dim(axis);
}

}  // namespace mcc
