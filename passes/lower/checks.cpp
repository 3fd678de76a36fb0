// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of what only looks at values: symbols that get theirs from data, and assertions.
#include "passes/lower/lowerer.h"

namespace mcc {

bool lowerChecks(Lowerer& lowerer, Scope& scope, const Node& node) {
  if (node.op != Op::bind_symbol && node.op != Op::check) return false;
  Step step;
  step.kind = node.op == Op::check ? Step::Kind::check : Step::Kind::bind;
  if (node.op == Op::bind_symbol) step.symbol = node.attributes.string("symbol");
  step.condition = lowerer.operand(scope, node.inputs.at(0));
  step.origin = node.origin;
  step.title = name(node.op);
  scope.steps.push_back(std::move(step));
  return true;
}

}  // namespace mcc
