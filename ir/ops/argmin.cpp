// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// argmin: position of the smallest element along a dimension.
#include "ir/ops/arg_extreme.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

void evaluateArgmin(EvalContext& context) {
  evaluateArgExtreme(context, false);
}

}  // namespace

extern const OpDef argminDef;
const OpDef argminDef = {Op::argmin, inferArgExtreme, evaluateArgmin, lowerArgExtreme};

}  // namespace mcc
