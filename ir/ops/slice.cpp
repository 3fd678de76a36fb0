// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// slice: equally spaced elements of every dimension.
#include "ir/ops/checks.h"
#include "ir/ops/slicing.h"

namespace mcc {
namespace {

std::vector<TensorType> inferSlice(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  const std::vector<Dim> sizes = dimsPerAxis(view, "sizes", x.rank());
  checkSlice(view, x.shape, sizes);
  return {{x.dtype, sizes, std::nullopt}};
}

void evaluateSlice(EvalContext& context) {
  const Sizes shape = context.shapeOf(0);
  const Tensor& x = context.in(0);
  context.results = {readStrided(x, shape, sliceLayout(context, x.shape(), shape))};
}

}  // namespace

extern const OpDef sliceDef;
const OpDef sliceDef = {Op::slice, inferSlice, evaluateSlice};

}  // namespace mcc
