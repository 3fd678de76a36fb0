// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_max: the largest element; NaN wins.
#include "ir/ops/lowerings.h"
#include "ir/ops/reduce.h"

namespace mcc {
namespace {

std::vector<TensorType> infer(const OpView& view) {
  const TensorType result = inferReduced(view);
  if (isComplex(result.dtype)) fail(view, "complex numbers have no order");
  requireNonEmpty(view);
  return {result};
}

template <class V>
V combine(V a, V b) {
  return lessWithNan(a, b) ? b : a;
}

void evaluate(EvalContext& context) {
  if (isFloat(context.in(0).dtype())) return reduceNonEmpty<double>(context, combine<double>);
  reduceNonEmpty<std::int64_t>(context, combine<std::int64_t>);
}

}  // namespace

extern const OpDef reduce_maxDef;
const OpDef reduce_maxDef = {Op::reduce_max, infer, evaluate, lowerReduce};

}  // namespace mcc
