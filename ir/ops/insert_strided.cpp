// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// insert_strided: a tensor with the elements of a strided view replaced.
#include "ir/ops/checks.h"
#include "ir/ops/slicing.h"

namespace mcc {
namespace {

std::vector<TensorType> inferInsertStrided(const OpView& view) {
  requireCount(view, 2, 2);
  requireSameDType(view, 0, 1);
  const TensorType& x = view.input(0);
  checkStrided(view, view.input(1).shape, x.elementCount());
  return {{x.dtype, x.shape, std::nullopt}};
}

void evaluateInsertStrided(EvalContext& context) {
  Tensor result = context.in(0);
  const Tensor& y = context.in(1);
  const Layout write = stridedLayout(context, y.shape(), result.size());
  copyStrided(y.shape(), y, {0, stridesOf(y.shape())}, result, write);
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef insert_stridedDef;
const OpDef insert_stridedDef = {Op::insert_strided, inferInsertStrided, evaluateInsertStrided};

}  // namespace mcc
