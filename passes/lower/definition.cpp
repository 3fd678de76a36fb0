// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of operators by their own definition: the bridge between OpDef::lower and the Lowerer.
#include "ir/op_def.h"
#include "passes/lower/lowerer.h"

namespace mcc {
namespace {

class NodeLowering final : public Lowering {
 public:
  NodeLowering(Lowerer& lowerer, Scope& scope, const Node& node)
      : lowerer_(lowerer), scope_(scope), node_(node) {}

  const Graph& graph() const override { return scope_.graph; }
  const Node& node() const override { return node_; }
  const Target& target() const override { return *lowerer_.program().target; }
  const KernelRow* kernel() const override {
    for (const KernelRow& row : target().kernels) {
      if (row.op == node_.op && row.fits(scope_.graph, node_)) return &row;
    }
    return nullptr;
  }
  bool isUsed(std::size_t i) const override {
    return scope_.uses[node_.outputs.at(i).index] > 0;
  }
  Range bounds(const Dim& value) const override {
    return value.bounds(lowerer_.program().module->ranges());
  }
  BufferId input(std::size_t i) override {
    return lowerer_.operand(scope_, node_.inputs.at(i));
  }
  BufferId result(std::size_t i) override { return lowerer_.result(scope_, node_, i); }
  BufferId scratch(DType dtype, const Dim& elements) override {
    return lowerer_.arena({dtype, {elements}, std::nullopt}, "scratch");
  }
  TensorRef constant(std::size_t i) const override {
    if (i >= node_.inputs.size() || !node_.inputs[i].valid()) return nullptr;
    const Node* producer = scope_.graph.producer(node_.inputs[i]);
    if (producer == nullptr || producer->op != Op::constant) return nullptr;
    return producer->attributes.tensor("tensor");
  }
  BufferId addConstant(Tensor tensor, const std::string& name) override {
    return lowerer_.constant(std::make_shared<const Tensor>(std::move(tensor)), name);
  }
  void view(std::size_t result, std::size_t operand, const Dim& offset) override {
    const Value& value = scope_.graph[node_.outputs.at(result)];
    scope_.buffers[node_.outputs[result].index] =
        lowerer_.viewOf(input(operand), value.type, offset, value.name);
  }
  void mayRunInPlace(std::size_t i, std::size_t operand) override {
    pending_.inPlace.emplace_back(result(i), input(operand));
  }
  std::uint32_t functor(Expression expression, bool isEpilogue) override {
    return lowerer_.functor(std::move(expression), isEpilogue);
  }
  void emit(Step step) override {
    step.origin = node_.origin;
    step.inPlace = std::move(pending_.inPlace);
    pending_ = {};
    scope_.steps.push_back(std::move(step));
  }

 private:
  Lowerer& lowerer_;
  Scope& scope_;
  const Node& node_;
  Step pending_;
};

}  // namespace

void lowerByDefinition(Lowerer& lowerer, Scope& scope, const Node& node) {
  const OpDef& def = opDef(node.op);
  if (def.lower == nullptr) {
    throw Error(std::string("no kernel for operator ") + name(node.op) +
                    (node.target.empty() ? "" : " " + node.target),
                "this operator can be evaluated but not compiled yet");
  }
  NodeLowering lowering(lowerer, scope, node);
  def.lower(lowering);
}

}  // namespace mcc
