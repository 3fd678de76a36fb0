// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One backward walk per graph.
#include "passes/eliminate_dead.h"

#include <algorithm>

namespace mcc {
namespace {

void eliminate(Graph& graph) {
  std::vector<bool> live(graph.valueCount(), false);
  for (const ValueId output : graph.outputs) {
    if (output.valid()) live[output.index] = true;
  }
  std::vector<NodeId> kept;
  const std::vector<NodeId> order = graph.order();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    Node& node = graph[*at];
    const bool needed = hasEffect(node) || std::any_of(node.outputs.begin(), node.outputs.end(),
                                                       [&](ValueId v) { return live[v.index]; });
    if (!needed) continue;
    kept.push_back(*at);
    for (const ValueId input : node.inputs) {
      if (input.valid()) live[input.index] = true;
    }
    for (Graph& region : node.regions) eliminate(region);
  }
  std::reverse(kept.begin(), kept.end());
  graph.setOrder(std::move(kept));
}

}  // namespace

bool hasEffect(const Node& node) {
  return node.op == Op::check || node.op == Op::bind_symbol || node.op == Op::call ||
         node.attributes.has("symbol");
}

void eliminateDead(Module& module) { eliminate(module.graph); }

}  // namespace mcc
