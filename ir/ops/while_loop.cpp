// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// while_loop: a region repeated while another one says so.
#include "ir/diagnostics.h"
#include "ir/ops/checks.h"
#include "ir/ops/regions.h"

namespace mcc {
namespace {

std::vector<TensorType> inferWhileLoop(const OpView& view) {
  requireRegions(view, 2);
  const std::size_t carried = countOf(view, "carried", view.inputs.size());
  const std::vector<TensorType> all = operandTypes(view, 0, view.inputs.size());
  requireRegionInputs(view, 0, all);
  requireRegionInputs(view, 1, all);
  const std::vector<TensorType> condition = regionOutputs(view, 0);
  if (condition.size() != 1 || !canBeSame(view, condition[0], {DType::boolean, {}, std::nullopt})) {
    fail(view, "the condition must return one bool without dimensions");
  }
  const std::vector<TensorType> next = regionOutputs(view, 1);
  if (next.size() != carried) fail(view, "the body must return what it carries");
  for (std::size_t i = 0; i < carried; ++i) {
    requireSame(view, "carried value " + std::to_string(i) + " before and after a step", all[i],
                next[i]);
  }
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(carried)};
}

void evaluateWhileLoop(EvalContext& context) {
  constexpr std::int64_t kMostSteps = 100'000'000;  // a loop that never ends ends here
  std::vector<Tensor> operands = context.inputs;
  for (std::int64_t step = 0; context.runRegion(0, operands)[0].integer(0) != 0; ++step) {
    if (step == kMostSteps) throw Error("while_loop: does not end");
    std::vector<Tensor> next = context.runRegion(1, operands);
    for (std::size_t i = 0; i < next.size(); ++i) operands[i] = std::move(next[i]);
  }
  operands.resize(static_cast<std::size_t>(context.integer("carried")));
  context.results = std::move(operands);
}

}  // namespace

extern const OpDef while_loopDef;
const OpDef while_loopDef = {Op::while_loop, inferWhileLoop, evaluateWhileLoop};

}  // namespace mcc
