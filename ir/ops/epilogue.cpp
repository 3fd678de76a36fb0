// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The epilogue region of matmul and conv.
#include "ir/ops/epilogue.h"

#include "ir/lowering.h"
#include "ir/ops/checks.h"

namespace mcc {
namespace {

// Extras have the result's shape, or vary along its last dimension at most.
void requireExtra(const OpView& view, const Shape& extra, const Shape& result) {
  require(view, accessOf(extra, result).has_value(),
          "an operand of the epilogue has shape " + text(extra) + " beside a result of shape " +
              text(result));
}

}  // namespace

std::vector<TensorType> inferEpilogue(const OpView& view, TensorType result,
                                      std::size_t firstExtra) {
  const bool bare = view.node.regions.empty();
  const std::size_t extras =
      view.inputs.size() > firstExtra ? view.inputs.size() - firstExtra : 0;
  require(view, !bare || extras == 0, "operands beyond the bias need an epilogue region");
  if (bare) return {result};
  const Graph& region = view.node.regions[0];
  require(view, region.inputs.size() == extras + 1 && !region.outputs.empty(),
          "the epilogue region does not take the result and the extra operands");
  require(view, region[region.inputs[0]].type.dtype == result.dtype,
          "the epilogue region takes another element type");
  for (std::size_t i = 0; i < extras; ++i) {
    const TensorType& extra = view.input(firstExtra + i);
    require(view, region[region.inputs[i + 1]].type.dtype == extra.dtype,
            "the epilogue region takes another element type");
    requireExtra(view, extra.shape, result.shape);
  }
  std::vector<TensorType> results;
  for (const ValueId output : region.outputs) {
    results.push_back({region[output].type.dtype, result.shape, std::nullopt});
  }
  return results;
}

void evaluateEpilogue(EvalContext& context, Tensor result, std::size_t firstExtra) {
  if (context.node.regions.empty()) {
    context.results = {std::move(result)};
    return;
  }
  std::vector<Tensor> inputs = {std::move(result)};
  for (std::size_t i = firstExtra; i < context.inputs.size(); ++i) {
    inputs.push_back(context.in(i));
  }
  context.results = context.runRegion(0, inputs);
}

}  // namespace mcc
