// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cond: one of two regions.
#include "ir/ops/checks.h"
#include "ir/ops/regions.h"

namespace mcc {
namespace {

std::vector<TensorType> inferCond(const OpView& view) {
  requireCount(view, 1, SIZE_MAX);
  requireRegions(view, 2);
  requireDType(view, 0, DType::boolean);
  requireShape(view, 0, {});
  const std::vector<TensorType> operands = operandTypes(view, 1, view.inputs.size() - 1);
  requireRegionInputs(view, 0, operands);
  requireRegionInputs(view, 1, operands);
  std::vector<TensorType> then = regionOutputs(view, 0), otherwise = regionOutputs(view, 1);
  if (then.size() != otherwise.size()) fail(view, "the branches return different counts of values");
  for (std::size_t i = 0; i < then.size(); ++i) {
    requireSame(view, "results " + std::to_string(i) + " of the branches", then[i], otherwise[i]);
  }
  return then;
}

void evaluateCond(EvalContext& context) {
  const std::vector<Tensor> operands(context.inputs.begin() + 1, context.inputs.end());
  context.results = context.runRegion(context.in(0).integer(0) != 0 ? 0 : 1, operands);
}

}  // namespace

extern const OpDef condDef;
const OpDef condDef = {Op::cond, inferCond, evaluateCond};

}  // namespace mcc
