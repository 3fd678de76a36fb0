// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One node at a time, in place.
#include "passes/expand_quantization.h"

#include "ir/builder.h"
#include "ir/evaluate.h"

namespace mcc {
namespace {

class Expander {
 public:
  explicit Expander(Graph& graph) : graph_(graph) {}

  void run() {
    const std::vector<NodeId> order = graph_.order();
    for (const NodeId id : order) {
      for (Graph& region : graph_[id].regions) Expander(region).run();
      const Op op = graph_[id].op;
      if (op == Op::quantize) replace(id, quantized(id));
      if (op == Op::dequantize) replace(id, isWeight(id) ? folded(id) : dequantized(id));
    }
  }

 private:
  const Tensor* constantOf(ValueId value) const {
    const Node* producer = value.valid() ? graph_.producer(value) : nullptr;
    const bool known = producer != nullptr && producer->op == Op::constant;
    return known ? producer->attributes.tensor("tensor").get() : nullptr;
  }

  // A constant with constant parameters.
  bool isWeight(NodeId id) const {
    const std::vector<ValueId>& inputs = graph_[id].inputs;
    const auto isKnown = [&](ValueId value) {
      const Node* producer = graph_.producer(value);
      return producer != nullptr && (producer->op == Op::constant || producer->op == Op::full);
    };
    if (constantOf(inputs[0]) == nullptr || !isKnown(inputs[1])) return false;
    return inputs.size() < 3 || !inputs[2].valid() || isKnown(inputs[2]);
  }

  ValueId folded(NodeId id) {
    Bindings bindings;
    std::vector<Tensor> known;
    std::vector<const Tensor*> operands;
    for (const ValueId input : graph_[id].inputs) {
      if (!input.valid()) {
        known.emplace_back();
      } else {
        const Node& producer = *graph_.producer(input);
        known.push_back(evaluateNode(producer, {}, bindings).at(0));
      }
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
      operands.push_back(graph_[id].inputs[i].valid() ? &known[i] : nullptr);
    }
    Tensor result = evaluateNode(graph_[id], operands, bindings).at(0);
    return builder(id).constant(std::make_shared<const Tensor>(std::move(result)));
  }

  Builder builder(NodeId id) { return Builder(graph_, id, graph_[id].origin); }

  // Scale or zero point, stretched along the axis of x.
  ValueId parameter(Builder& build, NodeId id, std::size_t operand) {
    const ValueId value = graph_[id].inputs[operand];
    const std::int64_t axis = graph_[id].attributes.integer("axis");
    Shape shape;
    if (axis >= 0) {
      const TensorType& x = build.type(graph_[id].inputs[0]);
      shape.assign(static_cast<std::size_t>(x.rank() - axis), Dim(1));
      shape[0] = x.dim(axis);
    }
    return build.reshape(value, shape);
  }

  bool hasZeroPoint(NodeId id) const {
    return graph_[id].inputs.size() > 2 && graph_[id].inputs[2].valid();
  }

  // clamp(round(x * (1 / scale)) + zero point), where NaN gives the least number.
  ValueId quantized(NodeId id) {
    Builder build = builder(id);
    const Attributes attributes = graph_[id].attributes;
    const ValueId x = graph_[id].inputs[0];
    const DType work = build.dtype(x) == DType::f64 ? DType::f64 : DType::f32;
    ValueId scale = parameter(build, id, 1);
    if (build.dtype(scale) != DType::f64) scale = build.cast(scale, DType::f32);
    const ValueId factor = build.cast(build.unary(Op::reciprocal, scale), work);
    ValueId y = build.unary(Op::round, build.mul(build.cast(x, work), factor));
    if (hasZeroPoint(id)) y = build.add(y, build.cast(parameter(build, id, 2), work));
    const ValueId low = build.scalar(static_cast<double>(attributes.integer("min")), work);
    const ValueId high = build.scalar(static_cast<double>(attributes.integer("max")), work);
    const ValueId isAbove = build.binary(Op::gt, y, low);
    const ValueId bounded = build.select(isAbove, build.binary(Op::minimum, y, high), low);
    return build.cast(bounded, attributes.dtype("dtype"));
  }

  // (q - zero point) * scale
  ValueId dequantized(NodeId id) {
    Builder build = builder(id);
    const DType dtype = graph_[id].attributes.dtype("dtype");
    const DType work = dtype == DType::f64 ? DType::f64 : DType::f32;
    ValueId y = build.cast(graph_[id].inputs[0], work);
    if (hasZeroPoint(id)) y = build.sub(y, build.cast(parameter(build, id, 2), work));
    y = build.mul(y, build.cast(parameter(build, id, 1), work));
    return build.cast(y, dtype);
  }

  void replace(NodeId id, ValueId made) {
    const ValueId old = graph_[id].outputs[0];
    graph_[made].name = graph_[old].name;
    graph_.replaceAllUses(old, made);
    graph_.erase(id);
  }

  Graph& graph_;
};

}  // namespace

void expandQuantization(Module& module) { Expander(module.graph).run(); }

}  // namespace mcc
