// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_min: the smallest element; NaN wins.
#include "ir/ops/lowerings.h"
#include "ir/ops/reduce.h"

namespace mcc {
namespace {

std::vector<TensorType> inferReduceMin(const OpView& view) {
  const TensorType result = inferReduced(view);
  if (isComplex(result.dtype)) fail(view, "complex numbers have no order");
  requireNonEmpty(view);
  return {result};
}

template <class V>
V lesser(V a, V b) {
  return isNan(a) || (!isNan(b) && a <= b) ? a : b;
}

void evaluateReduceMin(EvalContext& context) {
  if (isFloat(context.in(0).dtype())) return reduceNonEmpty<double>(context, lesser<double>);
  reduceNonEmpty<std::int64_t>(context, lesser<std::int64_t>);
}

}  // namespace

extern const OpDef reduce_minDef;
const OpDef reduce_minDef = {Op::reduce_min, inferReduceMin, evaluateReduceMin, lowerReduce};

}  // namespace mcc
