// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces sums in execution order, each with the clamps and the quantize behind it.
#include "passes/fold_quantization.h"

#include <algorithm>

#include "ir/builder.h"
#include "passes/fold_quantization/integer_sum.h"
#include "passes/quantization.h"

namespace mcc {
namespace {

// Integers that a result is clamped to.
struct Bounds {
  std::int64_t low, high;

  void raise(std::int64_t least) {
    low = std::max(low, least);
    high = std::max(high, least);
  }
  void lower(std::int64_t most) {
    low = std::min(low, most);
    high = std::min(high, most);
  }
};

class QuantizationFolder {
 public:
  explicit QuantizationFolder(Graph& graph) : graph_(graph) {}

  void run() {
    for (const NodeId id : graph_.order()) {
      for (Graph& region : graph_[id].regions) QuantizationFolder(region).run();
    }
    users_ = graph_.users();
    uses_ = graph_.useCounts();
    const std::vector<NodeId> order = graph_.order();
    for (const NodeId id : order) visit(id);
  }

 private:
  void visit(NodeId id) {
    const Op op = graph_[id].op;
    if (op == Op::conv || op == Op::matmul) {
      if (const auto product = integerProductOf(graph_, graph_[id])) fold(id, *product);
    } else if (op == Op::avg_pool || op == Op::add || op == Op::sub || op == Op::mul) {
      const std::optional<Tail> tail = tailOf(id);
      if (!tail) return;
      if (op != Op::avg_pool) return foldBinary(id, *tail);
      if (const auto pool = integerPoolOf(graph_, graph_[id])) fold(id, *pool);
    }
  }

  // The quantize that a result meets, alone, behind any number of clamps.
  struct Tail {
    NodeId quantize;
    std::vector<NodeId> clamps;
  };

  NodeId onlyUser(NodeId id) const {
    const std::vector<ValueId>& outputs = graph_[id].outputs;
    if (outputs.size() != 1 || outputs[0].index >= uses_.size()) return {};
    const std::vector<NodeId>& users = users_[outputs[0].index];
    return uses_[outputs[0].index] == 1 && users.size() == 1 ? users[0] : NodeId{};
  }

  // The number that a maximum or minimum compares its operand with; relu: 0.
  std::optional<double> clampOf(NodeId id, ValueId operand) const {
    const Node& node = graph_[id];
    if (node.op == Op::relu) return 0.0;
    if (node.op != Op::maximum && node.op != Op::minimum) return std::nullopt;
    const ValueId other = node.inputs[node.inputs[0] == operand ? 1 : 0];
    const Node* producer = graph_.producer(other);
    if (producer == nullptr || producer->op != Op::full) return std::nullopt;
    if (graph_[node.outputs[0]].type != graph_[operand].type) return std::nullopt;
    return producer->attributes.real("value");
  }

  std::optional<Tail> tailOf(NodeId id) const {
    Tail tail;
    for (NodeId at = id;;) {
      const NodeId user = onlyUser(at);
      if (!user.valid()) return std::nullopt;
      if (graph_[user].op == Op::quantize) {
        tail.quantize = user;
        const auto parameters = parametersOf(graph_, graph_[user]);
        const bool fits = graph_[user].inputs[0] == graph_[at].outputs[0] && parameters &&
                          parameters->isPerTensor();
        return fits ? std::optional(tail) : std::nullopt;
      }
      if (!clampOf(user, graph_[at].outputs[0])) return std::nullopt;
      tail.clamps.push_back(user);
      at = user;
    }
  }

  // Clamping real numbers first, or integers after quantize, gives the same: it keeps the order.
  Bounds boundsOf(NodeId product, const Tail& tail) const {
    const Node& quantize = graph_[tail.quantize];
    const QuantizationParameters parameters = *parametersOf(graph_, quantize);
    Bounds bounds{quantize.attributes.integer("min"), quantize.attributes.integer("max")};
    ValueId operand = graph_[product].outputs[0];
    for (const NodeId clamp : tail.clamps) {
      const std::int64_t bound = quantized(quantize, parameters, *clampOf(clamp, operand));
      if (graph_[clamp].op == Op::minimum) {
        bounds.lower(bound);
      } else {
        bounds.raise(bound);
      }
      operand = graph_[clamp].outputs[0];
    }
    return bounds;
  }

  // A number per channel as f32: a constant along the last dimension, or one for all.
  static ValueId perChannel(Builder& build, const std::vector<double>& values, double divisor,
                            const std::string& name) {
    const bool uniform =
        std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
    if (uniform) return build.scalar(values.empty() ? 0.0 : values[0] / divisor, DType::f32);
    Tensor tensor(DType::f32, {static_cast<std::int64_t>(values.size())});
    for (std::size_t i = 0; i < values.size(); ++i) {
      tensor.setReal(static_cast<std::int64_t>(i), values[i] / divisor);
    }
    const ValueId made = build.constant(std::make_shared<const Tensor>(std::move(tensor)));
    build.graph()[made].name = name;
    return made;
  }

  ValueId sumOf(Builder& build, const Node& node, const IntegerSum& sum) const {
    Attributes attributes = node.attributes;
    attributes.set("dtype", DType::i32);
    attributes.set("zero_point", sum.zeroPoint);
    if (!sum.weight) {
      attributes.set("divisor", 1);
      return build.make(node.op, {sum.x}, attributes);
    }
    const ValueId weight = build.constant(std::make_shared<const Tensor>(*sum.weight));
    graph_[weight].name = graph_[node.outputs[0]].name + "_weight";
    return build.make(node.op, {sum.x, weight, {}}, attributes);
  }

  void fold(NodeId id, const IntegerSum& sum) {
    const std::optional<Tail> tail = tailOf(id);
    const Node node = graph_[id];
    const std::string name = graph_[node.outputs[0]].name;
    Builder build(graph_, id, node.origin);
    const ValueId real = build.cast(sumOf(build, node, sum), DType::f32);
    if (tail) {
      const double step = parametersOf(graph_, graph_[tail->quantize])->scale[0];
      const ValueId scale = perChannel(build, sum.scale, step, name + "_scale");
      const ValueId bias = perChannel(build, sum.bias, step, name + "_bias");
      const ValueId rounded = build.make(Op::round_fma, {real, scale, bias});
      return replaceTail(id, *tail, bounded(build, rounded, id, *tail));
    }
    ValueId y = build.mul(real, perChannel(build, sum.scale, 1.0, name + "_scale"));
    if (!sum.bias.empty()) y = build.add(y, perChannel(build, sum.bias, 1.0, name + "_bias"));
    replaceResult(id, y);
    graph_.erase(id);
  }

  // add, sub and mul of two dequantized operands.
  void foldBinary(NodeId id, const Tail& tail) {
    const Node node = graph_[id];
    const Node* sources[2] = {dequantizeOf(graph_, node.inputs[0]),
                              dequantizeOf(graph_, node.inputs[1])};
    ValueId reals[2];
    double scales[2] = {};
    Builder build(graph_, id, node.origin);
    for (const Node* source : sources) {
      if (source == nullptr) return;
      const auto parameters = parametersOf(graph_, *source);
      const std::int64_t bytes = byteSize(graph_[source->inputs[0]].type.dtype);
      if (!parameters || !parameters->isPerTensor() || bytes > 1) return;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const Node source = *dequantizeOf(graph_, node.inputs[i]);
      const QuantizationParameters parameters = *parametersOf(graph_, source);
      reals[i] = build.cast(source.inputs[0], DType::f32);
      const auto zero = static_cast<double>(parameters.zeroPoint[0]);
      if (zero != 0) reals[i] = build.binary(Op::sub, reals[i], zero);
      scales[i] = parameters.scale[0];
    }
    const double step = parametersOf(graph_, graph_[tail.quantize])->scale[0];
    ValueId rounded;
    if (node.op == Op::mul) {  // the product is exact
      rounded = build.make(Op::round_fma, {build.mul(reals[0], reals[1]),
                                           build.scalar(scales[0] * scales[1] / step, DType::f32),
                                           build.scalar(0.0, DType::f32)});
    } else {
      const double sign = node.op == Op::sub ? -1 : 1;
      const ValueId addend = build.binary(Op::mul, reals[1], sign * scales[1] / step);
      rounded =
          build.make(Op::round_fma, {reals[0], build.scalar(scales[0] / step, DType::f32), addend});
    }
    replaceTail(id, tail, bounded(build, rounded, id, tail));
  }

  // The rounded number with the zero point, clamped, as an integer.
  ValueId bounded(Builder& build, ValueId rounded, NodeId id, const Tail& tail) const {
    const QuantizationParameters to = *parametersOf(graph_, graph_[tail.quantize]);
    const Bounds bounds = boundsOf(id, tail);
    const auto zero = static_cast<double>(to.zeroPoint[0]);
    ValueId y = rounded;
    if (zero != 0) y = build.binary(Op::add, y, zero);
    y = build.binary(Op::maximum, y, static_cast<double>(bounds.low));
    y = build.binary(Op::minimum, y, static_cast<double>(bounds.high));
    return build.cast(y, graph_[tail.quantize].attributes.dtype("dtype"));
  }

  void replaceResult(NodeId id, ValueId made) {
    const ValueId old = graph_[id].outputs[0];
    graph_[made].name = graph_[old].name;
    graph_.replaceAllUses(old, made);
  }

  void replaceTail(NodeId id, const Tail& tail, ValueId made) {
    replaceResult(tail.quantize, made);
    graph_.erase(tail.quantize);
    for (auto clamp = tail.clamps.rbegin(); clamp != tail.clamps.rend(); ++clamp) {
      graph_.erase(*clamp);
    }
    graph_.erase(id);
  }

  Graph& graph_;
  std::vector<std::vector<NodeId>> users_;
  std::vector<std::uint32_t> uses_;
};

}  // namespace

void foldQuantization(Module& module) {
  QuantizationFolder(module.graph).run();
}

}  // namespace mcc
