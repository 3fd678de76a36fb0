// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The product moves to the place of its fused user, so that all operands are defined.
#include "passes/fuse_epilogues.h"

#include <algorithm>

#include "ir/lowering.h"

namespace mcc {
namespace {

bool isProduct(const Graph& graph, const Node& node) {
  return (node.op == Op::conv || node.op == Op::matmul) && node.regions.empty() &&
         graph[node.outputs[0]].type.dtype == DType::f32;
}

// Operands that an epilogue can read: see Expression::Access.
bool isReadable(const TensorType& operand, const TensorType& result) {
  if (operand.dtype != DType::f32) return false;
  return accessOf(operand.shape, result.shape).has_value();
}

class Fuser {
 public:
  explicit Fuser(Graph& graph) : graph_(graph) {}

  void run() {
    for (const NodeId id : graph_.order()) {
      if (graph_[id].op != Op::fused) {
        for (Graph& region : graph_[id].regions) Fuser(region).run();
      }
    }
    const std::vector<std::uint32_t> uses = graph_.useCounts();
    std::vector<bool> gone(graph_.nodeCount(), false);
    std::vector<NodeId> order = graph_.order();
    for (NodeId& id : order) {
      const std::size_t operand = productOperand(graph_[id], uses);
      if (operand == SIZE_MAX) continue;
      const NodeId product = graph_[graph_[id].inputs[operand]].producer;
      gone[product.index] = true;
      merge(product, id, operand);
    }
    std::erase_if(order, [&](NodeId id) { return gone[id.index]; });
    graph_.setOrder(std::move(order));
  }

 private:
  // Which operand of a fused node is a product that can take it in; SIZE_MAX: none. With several
  // the last in execution order is right, since the others are computed by then.
  std::size_t productOperand(const Node& node, const std::vector<std::uint32_t>& uses) const {
    if (node.op != Op::fused || !isVectorizable(expressionOf(node.regions[0]))) return SIZE_MAX;
    const TensorType& type = graph_[node.outputs[0]].type;
    std::size_t best = SIZE_MAX;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const Node* producer = graph_.producer(node.inputs[i]);
      const bool fits = producer != nullptr && isProduct(graph_, *producer) &&
                        uses[node.inputs[i].index] == 1 && graph_[node.inputs[i]].type == type;
      if (!fits) continue;
      if (best == SIZE_MAX ||
          graph_[node.inputs[i]].producer > graph_[node.inputs[best]].producer) {
        best = i;
      }
    }
    if (best == SIZE_MAX) return best;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (i != best && !isReadable(graph_[node.inputs[i]].type, type)) return SIZE_MAX;
    }
    return best;
  }

  // The fused node becomes the product, with the region's inputs reordered: the product's result
  // first.
  void merge(NodeId productId, NodeId fusedId, std::size_t operand) {
    const Node product = graph_[productId];
    Node& node = graph_[fusedId];
    std::vector<ValueId> inputs = product.inputs;
    inputs.resize(3);
    Graph region = std::move(node.regions[0]);
    std::vector<ValueId> regionInputs{region.inputs[operand]};
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (i == operand) continue;
      inputs.push_back(node.inputs[i]);
      regionInputs.push_back(region.inputs[i]);
    }
    region.inputs = std::move(regionInputs);
    node.op = product.op;
    node.inputs = std::move(inputs);
    node.attributes = product.attributes;
    node.origin = product.origin;
    node.regions.clear();
    node.regions.push_back(std::move(region));
  }

  Graph& graph_;
};

}  // namespace

void fuseEpilogues(Module& module) {
  Fuser(module.graph).run();
}

}  // namespace mcc
