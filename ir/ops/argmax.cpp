// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// argmax: position of the largest element along a dimension.
#include "ir/ops/arg_extreme.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

void evaluateArgmax(EvalContext& context) {
  evaluateArgExtreme(context, true);
}

}  // namespace

extern const OpDef argmaxDef;
const OpDef argmaxDef = {Op::argmax, inferArgExtreme, evaluateArgmax, lowerArgExtreme};

}  // namespace mcc
