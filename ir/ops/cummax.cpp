// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cummax: the largest element so far along a dimension, and where it stands.
#include "ir/ops/lowerings.h"
#include "ir/ops/scans.h"

namespace mcc {
namespace {

void evaluateCummax(EvalContext& context) {
  evaluateRunningExtreme(context, true);
}

}  // namespace

extern const OpDef cummaxDef;
const OpDef cummaxDef = {Op::cummax, inferRunningExtreme, evaluateCummax, lowerAccumulateExtreme};

}  // namespace mcc
