// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log_softmax: x - max - log(sum(exp(x - max))) along an axis.
#include "ir/ops/lowerings.h"
#include "ir/ops/softmax_rows.h"

namespace mcc {
namespace {

void evaluateLogSoftmax(EvalContext& context) {
  evaluateSoftmaxRows(context, [](double shifted, double sum) { return shifted - std::log(sum); });
}

}  // namespace

extern const OpDef log_softmaxDef;
const OpDef log_softmaxDef = {Op::log_softmax, inferSoftmaxRows, evaluateLogSoftmax, lowerSoftmax};

}  // namespace mcc
