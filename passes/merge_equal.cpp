// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One forward walk per graph; what a node computes is told by its text.
#include "passes/merge_equal.h"

#include <map>

#include "ir/text_attribute.h"
#include "passes/eliminate_dead.h"

namespace mcc {
namespace {

// The same for nodes that compute the same. Numbers differ when their bits do: -0.0 is not 0.0.
std::string keyOf(const Graph& graph, const Node& node) {
  std::string key = std::string(name(node.op)) + " " + node.target;
  for (const ValueId input : node.inputs) {
    key += input.valid() ? " " + std::to_string(input.index) : " none";
  }
  key += syntax::attributesText(node.attributes, nullptr);
  for (const ValueId output : node.outputs) key += " " + syntax::typeText(graph[output].type);
  return key;
}

// Constants are compared where they are stored: here they would be hashed only for it.
bool isMergeable(const Node& node) {
  return node.op != Op::constant && node.regions.empty() && !node.outputs.empty() &&
         !hasEffect(node);
}

class Merger {
 public:
  explicit Merger(Graph& graph) : graph_(graph), renamed_(graph.valueCount()) {}

  void run() {
    std::vector<NodeId> kept;
    const std::vector<NodeId> order = graph_.order();
    for (const NodeId id : order) {
      Node& node = graph_[id];
      for (ValueId& input : node.inputs) input = current(input);
      for (Graph& region : node.regions) Merger(region).run();
      if (!mergesWithEarlier(id)) kept.push_back(id);
    }
    for (ValueId& output : graph_.outputs) output = current(output);
    graph_.setOrder(std::move(kept));
  }

 private:
  ValueId current(ValueId value) const {
    return value.valid() && renamed_[value.index].valid() ? renamed_[value.index] : value;
  }

  bool mergesWithEarlier(NodeId id) {
    const Node& node = graph_[id];
    if (!isMergeable(node)) return false;
    const auto [at, isNew] = first_.emplace(keyOf(graph_, node), id);
    if (isNew) return false;
    const Node& earlier = graph_[at->second];
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      renamed_[node.outputs[i].index] = earlier.outputs[i];
    }
    return true;
  }

  Graph& graph_;
  std::vector<ValueId> renamed_;         // by ValueId::index: what stands for a merged result
  std::map<std::string, NodeId> first_;  // by what it computes
};

}  // namespace

void mergeEqual(Module& module) { Merger(module.graph).run(); }

}  // namespace mcc
