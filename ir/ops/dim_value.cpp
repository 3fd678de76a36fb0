// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dim_value: a size, or an expression of sizes, as a tensor.
#include "ir/ops/checks.h"

namespace mcc {
namespace {

std::vector<TensorType> inferDimValue(const OpView& view) {
  requireCount(view, 0, 0);
  view.attributes().dim("value");
  return {{DType::i64, {}, std::nullopt}};
}

void evaluateDimValue(EvalContext& context) {
  Tensor result = context.make(0);
  result.setInteger(0, context.integer("value"));
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef dim_valueDef;
const OpDef dim_valueDef = {Op::dim_value, inferDimValue, evaluateDimValue};

}  // namespace mcc
