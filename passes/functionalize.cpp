// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass: the graph without writes, then what its inputs hold at the end as outputs.
#include "passes/functionalize.h"

#include "passes/functionalize/rewriter.h"
#include "passes/functionalize/settle_state.h"

namespace mcc {
namespace {

// Outputs that hand out what the inputs hold at the end.
void addWrites(Module& module, const std::vector<ValueId>& finalInputs) {
  for (std::uint32_t i = 0; i < finalInputs.size(); ++i) {
    if (!finalInputs[i].valid()) continue;
    const InputInfo& input = module.inputs[i];
    const bool isState = input.kind == InputKind::state;
    const OutputKind kind = isState ? OutputKind::state : OutputKind::mutation;
    for (const OutputInfo& output : module.outputs) {
      if (output.kind != kind || output.target != i) continue;
      throw Error("the program writes to '" + input.name + "' in place and by its signature");
    }
    module.graph.outputs.push_back(finalInputs[i]);
    module.outputs.push_back({kind, input.name, i, false});
  }
}

}  // namespace

void functionalize(Module& module) {
  if (needsRewriting(module.graph)) {
    Rewritten rewritten = rewriteWrites(module.graph);
    module.graph = std::move(rewritten.graph);
    addWrites(module, rewritten.finalInputs);
  }
  settleState(module);
}

}  // namespace mcc
