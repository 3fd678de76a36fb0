// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// topk: the k largest or smallest elements along a dimension; the first of equals come first.
#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/sorting.h"

namespace mcc {
namespace {

std::vector<TensorType> inferTopk(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  view.attributes().boolean("largest");
  const std::int64_t axis = selectionAxis(view, 0);
  Shape shape = x.shape;
  shape[static_cast<std::size_t>(axis)] = view.attributes().dim("k");
  return {{x.dtype, shape, std::nullopt}, {DType::i64, shape, std::nullopt}};
}

void evaluateTopk(EvalContext& context) {
  evaluateSorted(context, context.node.attributes.boolean("largest"));
}

}  // namespace

extern const OpDef topkDef;
const OpDef topkDef = {Op::topk, inferTopk, evaluateTopk, lowerTopk};

}  // namespace mcc
