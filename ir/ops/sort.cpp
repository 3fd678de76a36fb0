// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort: elements in order along a dimension, and where they stood.
#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/sorting.h"

namespace mcc {
namespace {

std::vector<TensorType> inferSort(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  axisOf(view, x.rank());
  view.attributes().boolean("descending");
  if (isComplex(x.dtype)) fail(view, "complex numbers have no order");
  return {{x.dtype, x.shape, std::nullopt}, {DType::i64, x.shape, std::nullopt}};
}

void evaluateSort(EvalContext& context) {
  evaluateSorted(context, context.node.attributes.boolean("descending"));
}

}  // namespace

extern const OpDef sortDef;
const OpDef sortDef = {Op::sort, inferSort, evaluateSort, lowerSort};

}  // namespace mcc
