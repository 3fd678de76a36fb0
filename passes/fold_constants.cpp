// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forward walk: evaluates nodes over known tensors.
#include "passes/fold_constants.h"

#include <algorithm>
#include <cstring>

#include "ir/evaluate.h"
#include "ir/op_def.h"

namespace mcc {
namespace {

// Results may be this much larger than the operands together: one page.
constexpr std::int64_t kSlack = 4096;

class ConstantFolder {
 public:
  explicit ConstantFolder(Graph& graph) : graph_(graph), known_(graph.valueCount()) {}

  void run() {
    const std::vector<NodeId> order = graph_.order();
    for (const NodeId id : order) visit(id);
    rebuild();
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
    if (node.op == Op::dequantize) return false;  // integer weights: see expand-quantization
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
    for (Graph& region : graph_[id].regions) ConstantFolder(region).run();
    if (node.op == Op::constant) {
      known_[node.outputs[0].index] = node.attributes.tensor("tensor");
    } else if (canFold(node)) {
      evaluate(node);
    }
  }

  bool staysSmall(const Node& node) const {
    std::int64_t operandBytes = kSlack;
    for (const ValueId input : node.inputs) {
      if (input.valid()) operandBytes += known_[input.index]->bytes();
    }
    std::int64_t resultBytes = 0;
    for (const ValueId output : node.outputs) {
      resultBytes += graph_[output].type.bytes().constant();
    }
    return resultBytes <= 2 * operandBytes;
  }

  void evaluate(const Node& node) {
    if (!staysSmall(node)) return;
    std::vector<const Tensor*> operands;
    for (const ValueId input : node.inputs) {
      operands.push_back(input.valid() ? known_[input.index].get() : nullptr);
    }
    try {
      Bindings bindings;
      const std::vector<Tensor> results = evaluateNode(node, operands, bindings);
      for (std::size_t i = 0; i < results.size(); ++i) {
        known_[node.outputs[i].index] = std::make_shared<const Tensor>(results[i]);
      }
    } catch (const EvaluationFault&) {
      // It fails at run time, as it does in PyTorch.
    }
  }

  // Folded nodes go; constants for what is left of them come first.
  void rebuild() {
    const std::vector<NodeId> order = graph_.order();
    std::vector<NodeId> kept;
    for (const NodeId id : order) {
      const bool folded = !isSource(graph_[id]) && !graph_[id].outputs.empty() &&
                          known_[graph_[id].outputs[0].index] != nullptr;
      if (folded) continue;
      kept.push_back(id);
      const std::vector<ValueId> operands = graph_[id].inputs;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        graph_[id].inputs[i] = materialized(operands[i]);
      }
    }
    for (ValueId& output : graph_.outputs) output = materialized(output);
    std::vector<NodeId> all = constants_;
    all.insert(all.end(), kept.begin(), kept.end());
    graph_.setOrder(std::move(all));
  }

  ValueId materialized(ValueId value) {
    if (!value.valid() || value.index >= known_.size() || known_[value.index] == nullptr) {
      return value;
    }
    const Node* producer = graph_.producer(value);
    if (producer == nullptr || isSource(*producer)) return value;
    if (made_.size() <= value.index) made_.resize(known_.size());
    ValueId& made = made_[value.index];
    if (made.valid()) return made;
    const std::string name = graph_[value].name;
    const NodeId id =
        graph_.append(sourceOf(*known_[value.index], known_[value.index], producer->origin),
                      {known_[value.index]->type()});
    constants_.push_back(id);
    made = graph_[id].outputs[0];
    graph_[made].name = name;
    return made;
  }

  // A constant, or `full` when all elements are the same bits.
  static Node sourceOf(const Tensor& tensor, const TensorRef& shared, const Origin& origin) {
    Node node;
    node.origin = origin;
    const auto width = static_cast<std::size_t>(byteSize(tensor.dtype()));
    const std::byte* data = tensor.data();
    bool uniform = tensor.size() > 0;
    for (std::int64_t i = 1; uniform && i < tensor.size(); ++i) {
      uniform = std::memcmp(data, data + static_cast<std::size_t>(i) * width, width) == 0;
    }
    if (!uniform) {
      node.op = Op::constant;
      node.attributes.set("tensor", shared);
      return node;
    }
    node.op = Op::full;
    Attribute value = tensor.real(0);
    if (domain(tensor.dtype()) == Domain::boolean) value = tensor.integer(0) != 0;
    if (isInteger(tensor.dtype())) value = tensor.integer(0);
    if (isComplex(tensor.dtype())) value = tensor.complex(0);
    node.attributes.set("value", value);
    node.attributes.set("dtype", tensor.dtype());
    node.attributes.set("shape", tensor.type().shape);
    return node;
  }

  Graph& graph_;
  std::vector<TensorRef> known_;  // by ValueId::index
  std::vector<ValueId> made_;     // the constant that stands for a folded value
  std::vector<NodeId> constants_;
};

}  // namespace

void foldConstants(Module& module) {
  ConstantFolder(module.graph).run();
}

}  // namespace mcc
