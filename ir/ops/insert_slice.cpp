// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// insert_slice: a tensor with a slice replaced.
#include "ir/ops/checks.h"
#include "ir/ops/slicing.h"

namespace mcc {
namespace {

std::vector<TensorType> inferInsertSlice(const OpView& view) {
  requireCount(view, 2, 2);
  requireSameDType(view, 0, 1);
  const TensorType& x = view.input(0);
  const TensorType& y = view.input(1);
  if (x.rank() != y.rank()) fail(view, "can't put " + text(y) + " into " + text(x));
  checkSlice(view, x.shape, y.shape);
  return {{x.dtype, x.shape, std::nullopt}};
}

void evaluateInsertSlice(EvalContext& context) {
  Tensor result = context.in(0);
  const Tensor& y = context.in(1);
  const Layout write = sliceLayout(context, result.shape(), y.shape());
  copyStrided(y.shape(), y, {0, stridesOf(y.shape())}, result, write);
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef insert_sliceDef;
const OpDef insert_sliceDef = {Op::insert_slice, inferInsertSlice, evaluateInsertSlice};

}  // namespace mcc
