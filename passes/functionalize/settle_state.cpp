// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State that never changes is a constant.
#include "passes/functionalize/settle_state.h"

#include "ir/builder.h"

namespace mcc {

void settleState(Module& module) {
  Graph& graph = module.graph;
  std::vector<bool> stays(module.inputs.size());
  for (std::size_t i = 0; i < stays.size(); ++i) {
    stays[i] = module.inputs[i].kind == InputKind::user;
  }
  for (const OutputInfo& output : module.outputs) {
    if (output.kind == OutputKind::state) stays[output.target] = true;
  }
  const NodeId first = graph.order().empty() ? NodeId{} : graph.order().front();
  std::vector<ValueId> values;
  std::vector<InputInfo> infos;
  std::vector<std::uint32_t> position(stays.size());
  for (std::size_t i = 0; i < stays.size(); ++i) {
    const ValueId input = graph.inputs[i];
    if (!stays[i]) {
      const ValueId constant = Builder(graph, first, {}).constant(module.inputs[i].initial);
      graph[constant].name = graph[input].name;
      graph.replaceAllUses(input, constant);
      continue;
    }
    position[i] = static_cast<std::uint32_t>(values.size());
    values.push_back(input);
    infos.push_back(std::move(module.inputs[i]));
  }
  graph.inputs = std::move(values);
  module.inputs = std::move(infos);
  for (OutputInfo& output : module.outputs) {
    if (output.kind != OutputKind::user) output.target = position[output.target];
  }
  for (auto& [name, symbol] : module.symbols) {
    if (symbol.source != Symbol::Source::node) symbol.input = position[symbol.input];
  }
}

}  // namespace mcc
