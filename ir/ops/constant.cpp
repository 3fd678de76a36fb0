// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// constant: data known at compile time.
#include "ir/op_def.h"

namespace mcc {
namespace {

std::vector<TensorType> inferConstant(const OpView& view) {
  return {view.attributes().tensor("tensor")->type()};
}

void evaluateConstant(EvalContext& context) {
  context.results = {*context.node.attributes.tensor("tensor")};
}

}  // namespace

extern const OpDef constantDef;
const OpDef constantDef = {Op::constant, inferConstant, evaluateConstant};

}  // namespace mcc
