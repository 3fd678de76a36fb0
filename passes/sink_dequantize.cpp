// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two walks in execution order: quantize(op(x)) becomes op(quantize(x)), then op(dequantize(q))
// becomes dequantize(op(q)).
#include "passes/sink_dequantize.h"

#include <algorithm>

#include "ir/builder.h"
#include "passes/quantization.h"

namespace mcc {
namespace {

// The dimension of the result that dimension `axis` of a reshaped tensor becomes; -1: none.
std::int64_t axisBehindReshape(const Shape& from, const Shape& to, std::int64_t axis) {
  const Dim before = product({from.begin(), from.begin() + axis});
  Dim passed = 1;
  for (std::size_t d = 0; d < to.size(); ++d) {
    if (passed == before && to[d] == from[static_cast<std::size_t>(axis)]) {
      return static_cast<std::int64_t>(d);
    }
    passed = passed * to[d];
  }
  return -1;
}

class Sinker {
 public:
  explicit Sinker(Graph& graph) : graph_(graph) {}

  void run() {
    for (const NodeId id : std::vector<NodeId>(graph_.order())) {
      for (Graph& region : graph_[id].regions) Sinker(region).run();
      if (graph_[id].op == Op::quantize) raise(id);
    }
    for (const NodeId id : std::vector<NodeId>(graph_.order())) visit(id);
  }

 private:
  // Moves a quantize before the operators that it may precede, one at a time.
  void raise(NodeId id) {
    const std::vector<std::uint32_t> uses = graph_.useCounts();
    while (mayPrecede(id, uses)) {
      const Node node = graph_[id];
      const NodeId before = graph_[node.inputs[0]].producer;
      const Node moved = graph_[before];
      Builder build(graph_, id, node.origin);
      std::vector<ValueId> operands = node.inputs;
      operands[0] = moved.inputs[0];
      const ValueId q = build.make(Op::quantize, operands, node.attributes);
      const ValueId made = build.makeAll(moved.op, {q}, moved.attributes)[0];
      graph_[made].name = graph_[node.outputs[0]].name;
      graph_.replaceAllUses(node.outputs[0], made);
      graph_.erase(id);
      graph_.erase(before);
      id = graph_[q].producer;
    }
  }

  bool mayPrecede(NodeId id, const std::vector<std::uint32_t>& uses) const {
    const Node& node = graph_[id];
    const Node* before = graph_.producer(node.inputs[0]);
    const auto parameters = parametersOf(graph_, node);
    if (before == nullptr || !parameters || !parameters->isPerTensor()) return false;
    const bool fits = before->op == Op::reshape || before->op == Op::permute ||
                      (before->op == Op::max_pool && uses[before->outputs[1].index] == 0);
    return fits && uses[before->outputs[0].index] == 1;
  }

  // The dequantize node with known parameters that computes a value; null when there is none.
  const Node* dequantizeOf(ValueId value) const {
    const Node* producer = value.valid() ? graph_.producer(value) : nullptr;
    if (producer == nullptr || producer->op != Op::dequantize) return nullptr;
    return parametersOf(graph_, *producer) ? producer : nullptr;
  }

  void visit(NodeId id) {
    const Node& node = graph_[id];
    if (node.inputs.empty() || node.outputs.empty()) return;
    const Node* found = dequantizeOf(node.inputs[0]);
    if (found == nullptr) return;
    const Node source = *found;
    const QuantizationParameters parameters = *parametersOf(graph_, source);
    if (node.op == Op::quantize) return cancel(id, source, parameters);
    if (node.op == Op::concat) return sinkConcat(id, source, parameters);
    const std::int64_t axis = axisBehind(node, parameters.axis);
    if (parameters.axis >= 0 && axis < 0) return;
    const ValueId q = onIntegers(id, source, parameters);
    if (q.valid()) replace(id, source, q, axis);
  }

  // Where the axis of per-channel parameters lies behind a node; -1 when that can't be said.
  std::int64_t axisBehind(const Node& node, std::int64_t axis) const {
    if (axis < 0) return -1;
    if (node.op == Op::permute) {
      const std::vector<std::int64_t> axes = node.attributes.integers("axes");
      return std::find(axes.begin(), axes.end(), axis) - axes.begin();
    }
    if (node.op != Op::reshape) return -1;
    return axisBehindReshape(graph_[node.inputs[0]].type.shape, graph_[node.outputs[0]].type.shape,
                             axis);
  }

  // The node on integers; none when it would not give the same numbers.
  ValueId onIntegers(NodeId id, const Node& source, const QuantizationParameters& parameters) {
    const Node node = graph_[id];
    const ValueId q = source.inputs[0];
    const DType dtype = graph_[q].type.dtype;
    const std::int64_t zero = parameters.zeroPoint[0];
    const bool holdsZero = zero >= rangeOf(dtype).min && zero <= rangeOf(dtype).max;
    Builder build(graph_, id, node.origin);
    switch (node.op) {
      case Op::permute:
      case Op::reshape:
      case Op::expand:
      case Op::slice:
      case Op::flip:
      case Op::max_pool:
      case Op::adaptive_max_pool:
      case Op::reduce_max:
      case Op::reduce_min: return sameOn(build, node, q, node.attributes);
      case Op::relu:
        return holdsZero ? build.binary(Op::maximum, q, build.scalar(zero, dtype)) : ValueId{};
      case Op::pad: {
        Attributes attributes = node.attributes;
        const bool isConstant = attributes.string("mode") == "constant";
        if (isConstant && (!holdsZero || attributes.real("value") != 0)) return {};
        if (isConstant) attributes.set("value", zero);
        return sameOn(build, node, q, attributes);
      }
      default: return {};
    }
  }

  // The same operator on q; further results (places of extremes) take over at once.
  ValueId sameOn(Builder& build, const Node& node, ValueId q, const Attributes& attributes) {
    const std::vector<ValueId> made = build.makeAll(node.op, {q}, attributes);
    for (std::size_t i = 1; i < made.size(); ++i) {
      graph_.replaceAllUses(node.outputs[i], made[i]);
    }
    return made[0];
  }

  // dequantize(q) instead of the first result of a node.
  void replace(NodeId id, const Node& source, ValueId q, std::int64_t axis) {
    const ValueId old = graph_[id].outputs[0];
    Builder build(graph_, id, graph_[id].origin);
    std::vector<ValueId> operands = source.inputs;
    operands[0] = q;
    Attributes attributes = source.attributes;
    attributes.set("axis", axis);
    const ValueId made = build.make(Op::dequantize, operands, attributes);
    graph_[made].name = graph_[old].name;
    graph_.replaceAllUses(old, made);
    graph_.erase(id);
  }

  void sinkConcat(NodeId id, const Node& source, const QuantizationParameters& parameters) {
    const Node node = graph_[id];
    if (!parameters.isPerTensor()) return;
    std::vector<ValueId> parts;
    for (const ValueId input : node.inputs) {
      const Node* part = dequantizeOf(input);
      const bool same = part != nullptr && parametersOf(graph_, *part) == parameters &&
                        part->attributes == source.attributes &&
                        graph_[part->inputs[0]].type.dtype == graph_[source.inputs[0]].type.dtype;
      if (!same) return;
      parts.push_back(part->inputs[0]);
    }
    Builder build(graph_, id, node.origin);
    replace(id, source, build.make(Op::concat, parts, node.attributes), -1);
  }

  // quantize(dequantize(q)) is q, clamped: steps of 16 bits survive the way through f32.
  void cancel(NodeId id, const Node& source, const QuantizationParameters& parameters) {
    const Node node = graph_[id];
    const ValueId q = source.inputs[0];
    const DType dtype = graph_[q].type.dtype;
    const bool same = parametersOf(graph_, node) == parameters && byteSize(dtype) <= 2 &&
                      node.attributes.dtype("dtype") == dtype &&
                      source.attributes.dtype("dtype") == DType::f32;
    if (!same) return;
    Builder build(graph_, id, node.origin);
    ValueId made = q;
    const std::int64_t low = node.attributes.integer("min");
    const std::int64_t high = node.attributes.integer("max");
    const IntegerRange range = rangeOf(dtype);
    if (low > range.min) made = build.binary(Op::maximum, made, build.scalar(low, dtype));
    if (high < range.max) made = build.binary(Op::minimum, made, build.scalar(high, dtype));
    graph_.replaceAllUses(node.outputs[0], made);
    graph_.erase(id);
  }

  Graph& graph_;
};

}  // namespace

void sinkDequantize(Module& module) { Sinker(module.graph).run(); }

}  // namespace mcc
