// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks chains of (product, scale, offset) from their product forwards.
#include "passes/fold_batch_norm.h"

#include <algorithm>

#include "ir/builder.h"

namespace mcc {
namespace {

// Elements per step of the output-channel index in the weights, and how many channels.
struct ChannelAxis {
  std::int64_t channels = 0;
  std::int64_t stride = 0;
};

class BatchNormFolder {
 public:
  explicit BatchNormFolder(Graph& graph) : graph_(graph) {}

  void run() {
    for (const NodeId id : graph_.order()) {
      for (Graph& region : graph_[id].regions) BatchNormFolder(region).run();
    }
    uses_ = graph_.useCounts();
    users_ = graph_.users();
    const std::vector<NodeId> order = graph_.order();
    for (const NodeId id : order) {
      while (foldUser(id)) {
      }
    }
    finish();
  }

 private:
  const Tensor* constantOf(ValueId value) const {
    if (!value.valid()) return nullptr;
    const Node* producer = graph_.producer(value);
    if (producer == nullptr || producer->op != Op::constant) return nullptr;
    return producer->attributes.tensor("tensor").get();
  }

  static ChannelAxis channelAxis(const Node& node, const Tensor& weight) {
    const std::int64_t rank = weight.rank();
    if (node.op == Op::conv)
      return {weight.dim(0), weight.size() / std::max<std::int64_t>(weight.dim(0), 1)};
    if (node.op == Op::matmul && rank == 2) {
      return node.attributes.boolean("transpose_b") ? ChannelAxis{weight.dim(0), weight.dim(1)}
                                                    : ChannelAxis{weight.dim(1), 1};
    }
    if (node.op == Op::conv_transpose && node.attributes.integer("groups") == 1) {
      return {weight.dim(rank - 1), 1};
    }
    return {};
  }

  // A number per channel (or one for all) when `value` is such a constant.
  std::vector<double> perChannel(ValueId value, std::int64_t rank, std::int64_t channels) const {
    const Node* producer = graph_.producer(value);
    if (producer == nullptr) return {};
    const TensorType& type = graph_[value].type;
    if (type.dtype != DType::f32 || type.rank() > rank || !type.isStatic()) return {};
    for (std::int64_t d = 0; d + 1 < type.rank(); ++d) {
      if (type.dim(d) != Dim(1)) return {};
    }
    const std::int64_t count = type.elementCount().constant();
    if (count != 1 && count != channels) return {};
    std::vector<double> out(static_cast<std::size_t>(channels));
    if (producer->op == Op::full && !producer->attributes.find("value")->is<Dim>()) {
      std::fill(out.begin(), out.end(), producer->attributes.real("value"));
      return out;
    }
    const Tensor* tensor = constantOf(value);
    if (tensor == nullptr) return {};
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = tensor->real(count == 1 ? 0 : static_cast<std::int64_t>(i));
    }
    return out;
  }

  bool foldUser(NodeId id) {
    const Node& node = graph_[id];
    const bool isProduct =
        node.op == Op::conv || node.op == Op::conv_transpose || node.op == Op::matmul;
    if (!isProduct || !node.regions.empty() || node.inputs.size() > 3) return false;
    const Tensor* weight = constantOf(node.inputs[1]);
    const ValueId bias = node.inputs.size() > 2 ? node.inputs[2] : ValueId{};
    if (weight == nullptr || weight->dtype() != DType::f32) return false;
    if (bias.valid() && constantOf(bias) == nullptr) return false;
    const ValueId result = node.outputs[0];
    if (uses_[result.index] != 1 || users_[result.index].size() != 1) return false;
    const NodeId userId = users_[result.index][0];
    const Node& user = graph_[userId];
    if (graph_[user.outputs[0]].type != graph_[result].type) return false;
    return fold(id, userId, channelAxis(node, *weight));
  }

  bool fold(NodeId id, NodeId userId, ChannelAxis axis) {
    const Node user = graph_[userId];
    const bool scales = user.op == Op::mul;
    const bool offsets = user.op == Op::add || user.op == Op::sub;
    const ValueId result = graph_[id].outputs[0];
    if ((!scales && !offsets) || axis.channels == 0) return false;
    if (user.op == Op::sub && user.inputs[0] != result) return false;
    const ValueId other = user.inputs[user.inputs[0] == result ? 1 : 0];
    if (other == result) return false;
    std::vector<double> numbers = perChannel(other, graph_[result].type.rank(), axis.channels);
    if (numbers.empty()) return false;
    if (user.op == Op::sub) {
      for (double& x : numbers) x = -x;
    }
    update(id, axis, numbers, scales);
    graph_.replaceAllUses(user.outputs[0], result);
    const std::uint32_t moved = uses_[user.outputs[0].index];
    uses_[result.index] = moved;
    users_[result.index] = users_[user.outputs[0].index];
    graph_.erase(userId);
    return true;
  }

  void update(NodeId id, ChannelAxis axis, const std::vector<double>& numbers, bool scales) {
    if (graph_[id].inputs.size() < 3) graph_[id].inputs.resize(3);
    const ValueId oldBias = graph_[id].inputs[2];
    const Tensor* old = constantOf(oldBias);
    Tensor bias(DType::f32, {axis.channels});
    for (std::int64_t o = 0; o < axis.channels; ++o) {
      const double before = old != nullptr ? old->real(o) : 0.0;
      const double number = numbers[static_cast<std::size_t>(o)];
      bias.setReal(o, scales ? before * number : before + number);
    }
    if (old != nullptr || !scales) {
      const ValueId made = constant(std::move(bias), oldBias, id);
      graph_[id].inputs[2] = made;
    }
    if (!scales) return;
    const ValueId oldWeight = graph_[id].inputs[1];
    const Tensor& weight = *constantOf(oldWeight);
    Tensor scaled(DType::f32, weight.shape());
    float* out = scaled.mutableAs<float>();
    const float* in = weight.as<float>();
    for (std::int64_t i = 0; i < weight.size(); ++i) {
      const auto channel = static_cast<std::size_t>(i / axis.stride % axis.channels);
      out[i] = static_cast<float>(static_cast<double>(in[i]) * numbers[channel]);
    }
    const ValueId made = constant(std::move(scaled), oldWeight, id);
    graph_[id].inputs[1] = made;
  }

  // A new constant, named after the one it replaces; placed before everything by finish().
  ValueId constant(Tensor tensor, ValueId replaced, NodeId user) {
    Node node;
    node.op = Op::constant;
    node.origin = graph_[user].origin;
    const TensorType type = tensor.type();
    node.attributes.set("tensor", std::make_shared<const Tensor>(std::move(tensor)));
    const NodeId id = graph_.append(std::move(node), {type});
    made_.push_back(id);
    const ValueId value = graph_[id].outputs[0];
    const std::string name =
        replaced.valid() ? graph_[replaced].name : graph_[graph_[user].outputs[0]].name + "_bias";
    graph_[value].name = name;
    uses_.resize(graph_.valueCount(), 1);
    users_.resize(graph_.valueCount());
    if (replaced.valid() && --uses_[replaced.index] == 0) erase(graph_[replaced].producer);
    return value;
  }

  void erase(NodeId replaced) {
    std::erase(made_, replaced);
    graph_.erase(replaced);
  }

  void finish() {
    std::vector<NodeId> order = made_;
    for (const NodeId id : graph_.order()) {
      if (std::find(made_.begin(), made_.end(), id) == made_.end()) order.push_back(id);
    }
    graph_.setOrder(std::move(order));
  }

  Graph& graph_;
  std::vector<std::uint32_t> uses_;
  std::vector<std::vector<NodeId>> users_;
  std::vector<NodeId> made_;
};

}  // namespace

void foldBatchNorm(Module& module) {
  BatchNormFolder(module.graph).run();
}

}  // namespace mcc
