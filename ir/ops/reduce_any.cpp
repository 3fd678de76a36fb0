// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_any: whether one is true.
#include "ir/ops/lowerings.h"
#include "ir/ops/reduce.h"

namespace mcc {
namespace {

std::vector<TensorType> infer(const OpView& view) {
  requireDType(view, 0, DType::boolean);
  return {inferReduced(view)};
}

void evaluate(EvalContext& context) {
  using Int = std::int64_t;
  reduceFrom<Int>(context, 0, [](Int a, Int b) { return a | b; });
}

}  // namespace

extern const OpDef reduce_anyDef;
const OpDef reduce_anyDef = {Op::reduce_any, infer, evaluate, lowerReduce};

}  // namespace mcc
