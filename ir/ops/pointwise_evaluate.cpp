// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluation of pointwise operators (see pointwise.def): in double, int64 or complex<double>, then
// rounded to the result's type.
#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {

void evaluatePointwise(EvalContext& context);
void evaluatePointwise(EvalContext& context) {
  throw Error(std::string("evaluation of ") + name(context.node.op) + " is not implemented yet");
}

}  // namespace mcc
