// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// concat: tensors one after the other along a dimension.
#include "ir/ops/checks.h"
#include "ir/ops/strided.h"

namespace mcc {
namespace {

std::vector<TensorType> inferConcat(const OpView& view) {
  requireCount(view, 1, SIZE_MAX);
  TensorType result = view.input(0);
  result.quantization.reset();
  const std::int64_t axis = axisOf(view, result.rank());
  const auto at = static_cast<std::size_t>(axis);
  for (std::size_t i = 1; i < view.inputs.size(); ++i) {
    requireSameDType(view, 0, i);
    const TensorType& part = view.input(i);
    if (part.rank() != result.rank() ||
        !canBeEqual(view, without(part.shape, axis), without(result.shape, axis))) {
      fail(view, "sizes of " + text(view.input(0)) + " and " + text(part) +
                     " differ outside dimension " + std::to_string(axis));
    }
    result.shape[at] = result.shape[at] + part.shape[at];
  }
  return {result};
}

void evaluateConcat(EvalContext& context) {
  Tensor result = context.make(0);
  const auto axis = static_cast<std::size_t>(context.integer("axis"));
  Layout write{0, stridesOf(result.shape())};
  for (const Tensor& part : context.inputs) {
    copyStrided(part.shape(), part, {0, stridesOf(part.shape())}, result, write);
    write.offset += part.shape()[axis] * write.strides[axis];
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef concatDef;
const OpDef concatDef = {Op::concat, inferConcat, evaluateConcat};

}  // namespace mcc
