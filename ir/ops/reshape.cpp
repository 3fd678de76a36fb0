// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reshape: the same elements under another shape.
#include "ir/ops/checks.h"

namespace mcc {
namespace {

std::vector<TensorType> inferReshape(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  const Shape shape = view.attributes().dims("shape");
  if (!canBeEqual(view, x.elementCount(), product(shape))) {
    fail(view,
         "can't give " + text(x) + " the shape " + text(shape) + ": another number of elements");
  }
  return {{x.dtype, shape, x.quantization}};
}

void evaluateReshape(EvalContext& context) {
  context.results = {context.in(0).reshaped(context.shapeOf(0))};
}

}  // namespace

extern const OpDef reshapeDef;
const OpDef reshapeDef = {Op::reshape, inferReshape, evaluateReshape};

}  // namespace mcc
