// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cummin: the smallest element so far along a dimension, and where it stands.
#include "ir/ops/lowerings.h"
#include "ir/ops/scans.h"

namespace mcc {
namespace {

void evaluateCummin(EvalContext& context) {
  evaluateRunningExtreme(context, false);
}

}  // namespace

extern const OpDef cumminDef;
const OpDef cumminDef = {Op::cummin, inferRunningExtreme, evaluateCummin, lowerAccumulateExtreme};

}  // namespace mcc
