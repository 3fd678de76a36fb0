// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_all: whether all are true.
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
  reduceFrom<Int>(context, 1, [](Int a, Int b) { return a & b; });
}

}  // namespace

extern const OpDef reduce_allDef;
const OpDef reduce_allDef = {Op::reduce_all, infer, evaluate, lowerReduce};

}  // namespace mcc
