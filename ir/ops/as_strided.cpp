// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// as_strided: a tensor's flat elements under any shape and strides.
#include "ir/ops/checks.h"
#include "ir/ops/slicing.h"

namespace mcc {

namespace {

std::vector<TensorType> inferAsStrided(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  const Shape shape = view.attributes().dims("shape");
  checkStrided(view, shape, x.elementCount());
  return {{x.dtype, shape, std::nullopt}};
}

void evaluateAsStrided(EvalContext& context) {
  const Sizes shape = context.shapeOf(0);
  const Tensor& x = context.in(0);
  context.results = {readStrided(x, shape, stridedLayout(context, shape, x.size()))};
}

}  // namespace

extern const OpDef as_stridedDef;
const OpDef as_stridedDef = {Op::as_strided, inferAsStrided, evaluateAsStrided};

}  // namespace mcc
