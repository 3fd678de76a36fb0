// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_sum: sums; real ones in double.
#include "ir/ops/lowerings.h"
#include "ir/ops/reduce.h"

namespace mcc {
namespace {

std::vector<TensorType> inferReduceSum(const OpView& view) {
  const TensorType result = inferReduced(view);
  if (result.dtype == DType::boolean) fail(view, "is not defined for bool");
  return {result};
}

void evaluateReduceSum(EvalContext& context) {
  withValueType(context.in(0).dtype(), [&](auto tag) {
    using V = decltype(tag);
    reduceFrom<V>(context, V(0), [](V a, V b) { return addValues(a, b); });
  });
}

}  // namespace

extern const OpDef reduce_sumDef;
const OpDef reduce_sumDef = {Op::reduce_sum, inferReduceSum, evaluateReduceSum, lowerReduce};

}  // namespace mcc
