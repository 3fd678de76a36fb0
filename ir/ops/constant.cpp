// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// constant: data known at compile time.
#include "ir/op_def.h"

namespace mcc {
namespace {

std::vector<TensorType> infer(const OpView& view) {
  return {view.attributes().tensor("tensor")->type()};
}

void evaluate(EvalContext& context) {
  context.results = {*context.node.attributes.tensor("tensor")};
}

}  // namespace

extern const OpDef constantDef;
const OpDef constantDef = {Op::constant, infer, evaluate};

}  // namespace mcc
