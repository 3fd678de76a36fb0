// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cumsum: running sums along a dimension; real ones in double.
#include "ir/ops/lowerings.h"
#include "ir/ops/scans.h"

namespace mcc {
namespace {

void evaluateCumsum(EvalContext& context) {
  withValueType(context.in(0).dtype(), [&](auto tag) {
    using V = decltype(tag);
    evaluateRunning<V>(context, [](V sum, V x) { return addValues(sum, x); });
  });
}

}  // namespace

extern const OpDef cumsumDef;
const OpDef cumsumDef = {Op::cumsum, inferRunning, evaluateCumsum, lowerAccumulate};

}  // namespace mcc
