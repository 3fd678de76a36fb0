// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_prod: products; real ones in double.
#include "ir/ops/lowerings.h"
#include "ir/ops/reduce.h"

namespace mcc {
namespace {

std::vector<TensorType> inferReduceProd(const OpView& view) {
  const TensorType result = inferReduced(view);
  if (result.dtype == DType::boolean) fail(view, "is not defined for bool");
  return {result};
}

void evaluateReduceProd(EvalContext& context) {
  withValueType(context.in(0).dtype(), [&](auto tag) {
    using V = decltype(tag);
    reduceFrom<V>(context, V(1), [](V a, V b) { return multiplyValues(a, b); });
  });
}

}  // namespace

extern const OpDef reduce_prodDef;
const OpDef reduce_prodDef = {Op::reduce_prod, inferReduceProd, evaluateReduceProd, lowerReduce};

}  // namespace mcc
