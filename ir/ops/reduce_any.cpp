// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_any: whether one is true.
#include "ir/ops/lowerings.h"
#include "ir/ops/reduce.h"

namespace mcc {
namespace {

std::vector<TensorType> inferReduceAny(const OpView& view) {
  requireDType(view, 0, DType::boolean);
  return {inferReduced(view)};
}

void evaluateReduceAny(EvalContext& context) {
  reduceFrom<std::int64_t>(context, 0, [](std::int64_t a, std::int64_t b) { return a | b; });
}

}  // namespace

extern const OpDef reduce_anyDef;
const OpDef reduce_anyDef = {Op::reduce_any, inferReduceAny, evaluateReduceAny, lowerReduce};

}  // namespace mcc
