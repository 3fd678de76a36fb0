// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_all: whether all are true.
#include "ir/ops/lowerings.h"
#include "ir/ops/reduce.h"

namespace mcc {
namespace {

std::vector<TensorType> inferReduceAll(const OpView& view) {
  requireDType(view, 0, DType::boolean);
  return {inferReduced(view)};
}

void evaluateReduceAll(EvalContext& context) {
  reduceFrom<std::int64_t>(context, 1, [](std::int64_t a, std::int64_t b) { return a & b; });
}

}  // namespace

extern const OpDef reduce_allDef;
const OpDef reduce_allDef = {Op::reduce_all, inferReduceAll, evaluateReduceAll, lowerReduce};

}  // namespace mcc
