// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// softmax: exp(x - max) / sum along an axis. A row of -inf, or with +inf or NaN, gives NaN.
#include "ir/ops/lowerings.h"
#include "ir/ops/softmax_rows.h"

namespace mcc {
namespace {

void evaluateSoftmax(EvalContext& context) {
  evaluateSoftmaxRows(context, [](double shifted, double sum) { return std::exp(shifted) / sum; });
}

}  // namespace

extern const OpDef softmaxDef;
const OpDef softmaxDef = {Op::softmax, inferSoftmaxRows, evaluateSoftmax, lowerSoftmax};

}  // namespace mcc
