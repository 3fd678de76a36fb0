// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expand: dimensions of size 1 stretched, leading ones added.
#include "ir/diagnostics.h"
#include "ir/ops/checks.h"
#include "ir/ops/strided.h"

namespace mcc {
namespace {

std::vector<TensorType> inferExpand(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  const Shape shape = view.attributes().dims("shape");
  bool fits = x.shape.size() <= shape.size();
  for (std::size_t d = 0; fits && d < x.shape.size(); ++d) {
    const Dim& wanted = shape[shape.size() - x.shape.size() + d];
    fits = x.shape[d] == Dim(1) || canBeEqual(view, x.shape[d], wanted);
  }
  if (!fits) fail(view, "can't stretch " + text(x) + " to " + text(shape));
  return {{x.dtype, shape, std::nullopt}};
}

void evaluateExpand(EvalContext& context) {
  const Sizes shape = context.shapeOf(0);
  const Tensor& x = context.in(0);
  for (std::size_t d = 0; d < x.shape().size(); ++d) {
    const std::int64_t size = x.shape()[d];
    if (size != 1 && size != shape[shape.size() - x.shape().size() + d]) {
      throw Error("expand: can't stretch a dimension of size " + std::to_string(size));
    }
  }
  context.results = {broadcastTo(x, shape)};
}

}  // namespace

extern const OpDef expandDef;
const OpDef expandDef = {Op::expand, inferExpand, evaluateExpand};

}  // namespace mcc
