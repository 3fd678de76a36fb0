// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_max: the largest element; NaN wins.
#include "ir/ops/lowerings.h"
#include "ir/ops/reduce.h"

namespace mcc {
namespace {

std::vector<TensorType> inferReduceMax(const OpView& view) {
  const TensorType result = inferReduced(view);
  if (isComplex(result.dtype)) fail(view, "complex numbers have no order");
  requireNonEmpty(view);
  return {result};
}

template <class V>
V greater(V a, V b) {
  return lessWithNan(a, b) ? b : a;
}

void evaluateReduceMax(EvalContext& context) {
  if (isFloat(context.in(0).dtype())) return reduceNonEmpty<double>(context, greater<double>);
  reduceNonEmpty<std::int64_t>(context, greater<std::int64_t>);
}

}  // namespace

extern const OpDef reduce_maxDef;
const OpDef reduce_maxDef = {Op::reduce_max, inferReduceMax, evaluateReduceMax, lowerReduce};

}  // namespace mcc
