// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cumprod: running products along a dimension; real ones in double.
#include "ir/ops/lowerings.h"
#include "ir/ops/scans.h"

namespace mcc {
namespace {

void evaluateCumprod(EvalContext& context) {
  withValueType(context.in(0).dtype(), [&](auto tag) {
    using V = decltype(tag);
    evaluateRunning<V>(context, [](V product, V x) { return multiplyValues(product, x); });
  });
}

}  // namespace

extern const OpDef cumprodDef;
const OpDef cumprodDef = {Op::cumprod, inferRunning, evaluateCumprod, lowerAccumulate};

}  // namespace mcc
