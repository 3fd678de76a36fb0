// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// check: an assertion of the user's program.
#include "ir/evaluate.h"
#include "ir/ops/checks.h"

namespace mcc {
namespace {

std::vector<TensorType> inferCheck(const OpView& view) {
  requireCount(view, 1, 1);
  requireDType(view, 0, DType::boolean);
  const TensorType& condition = view.input(0);
  if (!canBeEqual(view, condition.elementCount(), Dim(1))) {
    fail(view, "takes one element, not " + text(condition));
  }
  view.attributes().string("message");
  return {};
}

void evaluateCheck(EvalContext& context) {
  if (context.in(0).integer(0) != 0) return;
  throw EvaluationFault(EvaluationFault::Kind::assertion,
                        "assertion failed: " + context.node.attributes.string("message"));
}

}  // namespace

extern const OpDef checkDef;
const OpDef checkDef = {Op::check, inferCheck, evaluateCheck};

}  // namespace mcc
