// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The product moves to the place of its fused user, so that all operands are defined.
#include "passes/fuse_epilogues.h"

#include <algorithm>

#include "ir/lowering.h"

namespace mcc {
namespace {

bool sumsIntegers(const Node& node) {
  return node.attributes.has("dtype");
}

// Where the operands of an epilogue begin; 0: the operator takes none.
std::size_t firstExtra(Op op) {
  if (op == Op::conv || op == Op::conv_transpose || op == Op::matmul) return 3;
  return op == Op::avg_pool ? 1 : 0;
}

// Convolutions in floats whose weights are computed have kernels without epilogue.
bool isProduct(const Graph& graph, const Node& node) {
  if (firstExtra(node.op) == 0 || !node.regions.empty()) return false;
  if (sumsIntegers(node)) return true;
  if (graph[node.outputs[0]].type.dtype != DType::f32) return false;
  if (node.op == Op::matmul) return true;
  if (node.op == Op::avg_pool) return false;
  const Node* weight = graph.producer(node.inputs[1]);
  return weight != nullptr && weight->op == Op::constant;
}

// Integer divisors are checked before a loop, but not before a product.
bool dividesIntegers(const Expression& expression) {
  return std::any_of(expression.operations.begin(), expression.operations.end(),
                     [](const Expression::Operation& operation) {
                       const Op op = operation.op;
                       return isInteger(operation.dtype) && (op == Op::div || op == Op::floor_div ||
                                                             op == Op::remainder || op == Op::fmod);
                     });
}

class EpilogueFuser {
 public:
  explicit EpilogueFuser(Graph& graph) : graph_(graph) {}

  void run() {
    for (const NodeId id : graph_.order()) {
      if (graph_[id].op != Op::fused) {
        for (Graph& region : graph_[id].regions) EpilogueFuser(region).run();
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
  // Whether a product can compute the fused node that uses its result as operand i: one of the
  // same shape, with operands that an epilogue can read (see Expression::Access).
  bool fits(const Node& product, const Node& node, std::size_t i) const {
    const Expression expression = expressionOf(node.regions[0]);
    const TensorType& type = graph_[node.outputs[0]].type;
    if (graph_[node.inputs[i]].type.shape != type.shape) return false;
    const bool integers = sumsIntegers(product);
    if (integers ? dividesIntegers(expression) : !isVectorizable(expression)) return false;
    for (std::size_t k = 0; k < node.inputs.size(); ++k) {
      const TensorType& other = graph_[node.inputs[k]].type;
      if (k != i && !accessOf(other.shape, type.shape).has_value()) return false;
    }
    return true;
  }

  // Which operand of a fused node is a product that can take it in; SIZE_MAX: none. With several
  // the last in execution order is right, since the others are computed by then.
  std::size_t productOperand(const Node& node, const std::vector<std::uint32_t>& uses) const {
    if (node.op != Op::fused) return SIZE_MAX;
    std::size_t best = SIZE_MAX;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const Node* producer = graph_.producer(node.inputs[i]);
      const bool isCandidate = producer != nullptr && isProduct(graph_, *producer) &&
                               uses[node.inputs[i].index] == 1 && fits(*producer, node, i);
      if (!isCandidate) continue;
      if (best == SIZE_MAX ||
          graph_[node.inputs[i]].producer > graph_[node.inputs[best]].producer) {
        best = i;
      }
    }
    return best;
  }

  // The fused node becomes the product, with the region's inputs reordered: the product's result
  // first.
  void merge(NodeId productId, NodeId fusedId, std::size_t operand) {
    const Node product = graph_[productId];
    Node& node = graph_[fusedId];
    std::vector<ValueId> inputs = product.inputs;
    inputs.resize(firstExtra(product.op));
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
  EpilogueFuser(module.graph).run();
}

}  // namespace mcc
