// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forward walk: evaluates nodes over known tensors.
#include "passes/fold_constants.h"

#include <algorithm>
#include <map>

#include "ir/evaluate.h"
#include "ir/op_def.h"

namespace mcc {
namespace {

// Results may be this much larger than the operands together: one page.
constexpr std::int64_t kSlack = 4096;

class Folder {
 public:
  explicit Folder(Graph& graph) : graph_(graph), known_(graph.valueCount()) {}

  void run() {
    const std::vector<NodeId> order = graph_.order();
    for (const NodeId id : order) visit(id);
  }

 private:
  bool isSource(const Node& node) const {
    return node.op == Op::full || node.op == Op::iota || node.op == Op::constant;
  }

  static bool hasSymbols(const Attribute& attribute) {
    if (attribute.is<Dim>()) return !attribute.as<Dim>().isConstant();
    if (!attribute.is<Attribute::List>()) return false;
    const auto& list = attribute.as<Attribute::List>();
    return std::any_of(list.begin(), list.end(), hasSymbols);
  }

  bool canFold(const Node& node) const {
    if (opDef(node.op).evaluate == nullptr || node.outputs.empty()) return false;
    if (node.attributes.has("symbol") || node.op == Op::check) return false;
    for (const auto& [name, value] : node.attributes.items()) {
      if (hasSymbols(value)) return false;
    }
    for (const ValueId output : node.outputs) {
      if (!graph_[output].type.isStatic()) return false;
    }
    return std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId input) {
      return !input.valid() || (input.index < known_.size() && known_[input.index] != nullptr);
    });
  }

  void visit(NodeId id) {
    const Node& node = graph_[id];
    for (Graph& region : graph_[id].regions) Folder(region).run();
    if (node.op == Op::constant) {
      known_[node.outputs[0].index] = node.attributes.tensor("tensor");
      return;
    }
    if (!canFold(node)) return;
    std::vector<const Tensor*> operands;
    std::int64_t bytes = kSlack;
    for (const ValueId input : node.inputs) {
      operands.push_back(input.valid() ? known_[input.index].get() : nullptr);
      if (input.valid()) bytes += known_[input.index]->bytes();
    }
    std::int64_t resultBytes = 0;
    for (const ValueId output : node.outputs) {
      resultBytes += graph_[output].type.bytes().constant();
    }
    if (resultBytes > 2 * bytes) return;
    try {
      Bindings bindings;
      const std::vector<Tensor> results = evaluateNode(node, operands, bindings);
      for (std::size_t i = 0; i < results.size(); ++i) {
        known_[node.outputs[i].index] = std::make_shared<const Tensor>(results[i]);
      }
    } catch (const EvaluationFault&) {
      return;  // fails at run time, as it does in PyTorch
    }
    if (!isSource(node)) replace(id);
  }

  void replace(NodeId id) {
    const std::vector<ValueId> outputs = graph_[id].outputs;
    for (const ValueId output : outputs) {
      const TensorRef tensor = known_[output.index];
      Node constant;
      constant.op = Op::constant;
      constant.attributes.set("tensor", tensor);
      constant.origin = graph_[id].origin;
      const NodeId made = graph_.insertBefore(id, std::move(constant), {tensor->type()});
      const ValueId value = graph_[made].outputs[0];
      graph_[value].name = graph_[output].name;
      known_.resize(graph_.valueCount());
      known_[value.index] = tensor;
      graph_.replaceAllUses(output, value);
    }
    graph_.erase(id);
  }

  Graph& graph_;
  std::vector<TensorRef> known_;  // by ValueId::index
};

}  // namespace

void foldConstants(Module& module) { Folder(module.graph).run(); }

}  // namespace mcc
