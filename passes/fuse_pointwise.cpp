// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grows groups backwards from their last node, then rebuilds each as a region.
#include "passes/fuse_pointwise.h"

#include <algorithm>
#include <map>

#include "ir/builder.h"
#include "ir/ops/pointwise.h"

namespace mcc {
namespace {

constexpr std::size_t kMaxOperands = 8;
constexpr std::size_t kMaxNodes = 32;

bool isIntegerDivision(const Graph& graph, const Node& node) {
  const bool divides = node.op == Op::div || node.op == Op::floor_div || node.op == Op::remainder ||
                       node.op == Op::fmod;
  return divides && isInteger(graph[node.inputs[1]].type.dtype);
}

// A number known now that the expression can spell.
bool isLiteral(const Node* node) {
  if (node == nullptr || node->op != Op::full) return false;
  const Attribute& value = *node->attributes.find("value");
  return !value.is<Dim>() || value.as<Dim>().isConstant();
}

bool isZero(const Node& literal) {
  const Attribute& value = *literal.attributes.find("value");
  return !value.is<std::complex<double>>() && literal.attributes.real("value") == 0;
}

class PointwiseFuser {
 public:
  explicit PointwiseFuser(Graph& graph) : graph_(graph), group_(graph.nodeCount()) {}

  void run() {
    for (const NodeId id : graph_.order()) {
      for (Graph& region : graph_[id].regions) PointwiseFuser(region).run();
    }
    users_ = graph_.users();
    isOutput_.assign(graph_.valueCount(), false);
    for (const ValueId output : graph_.outputs) isOutput_[output.index] = true;
    const std::vector<NodeId> order = graph_.order();
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      if (isPointwise(graph_[*at].op) && !group_[at->index].valid()) grow(*at);
    }
    for (const NodeId id : order) {
      if (group_[id.index].valid()) members_[group_[id.index]].push_back(id);
    }
    std::vector<NodeId> kept;
    for (const NodeId id : order) {
      if (!isPointwise(graph_[id].op)) kept.push_back(id);
      if (group_[id.index] == id) kept.push_back(build(id));
    }
    graph_.setOrder(std::move(kept));
    rename();
  }

 private:
  // Operands that must stay in memory to be checked.
  bool mustStay(const Node& user, ValueId operand) const {
    if (!isIntegerDivision(graph_, user) || user.inputs[1] != operand) return false;
    const Node* producer = graph_.producer(operand);
    return !isLiteral(producer) || isZero(*producer);
  }

  bool mayJoin(NodeId candidate, NodeId root) const {
    const Node& node = graph_[candidate];
    if (!isPointwise(node.op) || group_[candidate.index].valid()) return false;
    const ValueId result = node.outputs[0];
    if (isOutput_[result.index]) return false;
    if (graph_[result].type.shape != graph_[graph_[root].outputs[0]].type.shape) return false;
    return std::all_of(users_[result.index].begin(), users_[result.index].end(), [&](NodeId user) {
      return group_[user.index] == root && !mustStay(graph_[user], result);
    });
  }

  void grow(NodeId root) {
    group_[root.index] = root;
    std::vector<NodeId> members{root};
    std::size_t operands = graph_[root].inputs.size();
    for (std::size_t i = 0; i < members.size() && members.size() < kMaxNodes; ++i) {
      const std::vector<ValueId> inputs = graph_[members[i]].inputs;
      for (const ValueId input : inputs) {
        const NodeId producer = graph_[input].producer;
        if (!producer.valid() || !mayJoin(producer, root)) continue;
        const std::size_t more = graph_[producer].inputs.size();
        if (operands + more - 1 > kMaxOperands || members.size() >= kMaxNodes) continue;
        operands += more - 1;
        group_[producer.index] = root;
        members.push_back(producer);
      }
    }
  }

  // The value an operand is read from: behind an `expand`, which broadcasting makes unnecessary.
  ValueId source(ValueId operand) const {
    const Node* producer = graph_.producer(operand);
    while (producer != nullptr && producer->op == Op::expand) {
      operand = producer->inputs[0];
      producer = graph_.producer(operand);
    }
    return operand;
  }

  struct Region {
    Graph body;
    std::map<ValueId, ValueId> values;  // of the outer graph -> of the body
    std::vector<ValueId> operands;
  };

  ValueId inside(Region& region, const Node& user, ValueId operand) {
    if (isLiteral(graph_.producer(operand)) && mustStay(user, operand)) {
      region.operands.push_back(operand);
      return region.body.addInput(graph_[operand].name, graph_[operand].type);
    }
    const auto known = region.values.find(operand);
    if (known != region.values.end()) return known->second;
    const ValueId from = source(operand);
    const auto same = region.values.find(from);
    if (same != region.values.end()) return same->second;
    const Node* producer = graph_.producer(from);
    ValueId made;
    if (isLiteral(producer)) {
      Node literal = *producer;
      literal.attributes.set("shape", std::vector<Dim>{});
      const NodeId id = region.body.append(literal, {{graph_[from].type.dtype, {}, std::nullopt}});
      made = region.body[id].outputs[0];
    } else {
      made = region.body.addInput(graph_[from].name, graph_[from].type);
      region.operands.push_back(from);
    }
    return region.values[from] = made;
  }

  // The graph now reads results of groups from their fused nodes.
  void rename() {
    for (const NodeId id : graph_.order()) {
      for (ValueId& input : graph_[id].inputs) input = renamed(input);
    }
    for (ValueId& output : graph_.outputs) output = renamed(output);
  }

  ValueId renamed(ValueId value) const {
    const auto at = replaced_.find(value);
    return at == replaced_.end() ? value : at->second;
  }

  NodeId build(NodeId root) {
    Region region;
    Builder builder(region.body, {}, graph_[root].origin);
    for (const NodeId id : members_[root]) {
      const Node& node = graph_[id];
      std::vector<ValueId> inputs;
      for (const ValueId input : node.inputs) inputs.push_back(inside(region, node, input));
      region.values[node.outputs[0]] = builder.make(node.op, inputs, node.attributes);
    }
    const ValueId result = graph_[root].outputs[0];
    region.body.outputs = {region.values[result]};
    Node fused;
    fused.op = Op::fused;
    fused.inputs = region.operands;
    fused.attributes.set("shape", graph_[result].type.shape);
    fused.origin = graph_[root].origin;
    fused.regions.push_back(std::move(region.body));
    const NodeId id = graph_.append(std::move(fused), {graph_[result].type});
    graph_[graph_[id].outputs[0]].name = graph_[result].name;
    replaced_[result] = graph_[id].outputs[0];
    return id;
  }

  Graph& graph_;
  std::vector<NodeId> group_;  // by NodeId::index: the root of the node's group
  std::vector<std::vector<NodeId>> users_;
  std::vector<bool> isOutput_;
  std::map<NodeId, std::vector<NodeId>> members_;  // of groups, in execution order
  std::map<ValueId, ValueId> replaced_;
};

}  // namespace

void fusePointwise(Module& module) {
  PointwiseFuser(module.graph).run();
}

}  // namespace mcc
