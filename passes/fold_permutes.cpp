// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds products of flattened permutes.
#include "passes/fold_permutes.h"

#include <optional>

#include "ir/builder.h"

namespace mcc {
namespace {

class PermuteFolder {
 public:
  explicit PermuteFolder(Graph& graph) : graph_(graph) {}

  void run() {
    const std::vector<NodeId> order = graph_.order();
    for (const NodeId id : order) {
      for (Graph& region : graph_[id].regions) PermuteFolder(region).run();
      if (graph_[id].op == Op::matmul) fold(id);
    }
  }

 private:
  const Node* producer(ValueId value, Op op) const {
    const Node* node = graph_.producer(value);
    return node != nullptr && node->op == op ? node : nullptr;
  }

  // The first of the trailing dimensions that `depth` is made of, when no permute crosses it.
  static std::optional<std::size_t> firstFlattened(const Shape& shape, const Dim& depth,
                                                   const std::vector<std::int64_t>& axes) {
    Dim product = 1;
    for (std::size_t first = shape.size(); first-- > 0;) {
      product = product * shape[first];
      if (!product.isConstant()) return std::nullopt;
      bool stays = product == depth;
      for (std::size_t d = 0; d < first; ++d) {
        stays = stays && axes[d] == static_cast<std::int64_t>(d);
      }
      if (stays) return first;
    }
    return std::nullopt;
  }

  // W with its depth, now in the order of `shape` from `first` on, in the order before `axes`.
  ValueId reordered(Builder& builder, ValueId weights, bool transposed, const Shape& shape,
                    const std::vector<std::int64_t>& axes, std::size_t first) const {
    const Shape before = builder.shape(weights);
    const std::size_t count = shape.size() - first;
    const std::size_t lead = transposed ? 1 : 0;  // of the depth, in W
    Shape split(shape.begin() + static_cast<std::ptrdiff_t>(first), shape.end());
    split.insert(transposed ? split.begin() : split.end(), before[transposed ? 0 : 1]);
    std::vector<std::int64_t> order(count + 1, transposed ? 0 : static_cast<std::int64_t>(count));
    for (std::size_t d = 0; d < count; ++d) {
      const std::size_t from = static_cast<std::size_t>(axes[first + d]) - first;
      order[lead + from] = static_cast<std::int64_t>(lead + d);
    }
    return builder.reshape(builder.permute(builder.reshape(weights, split), order), before);
  }

  void fold(NodeId id) {
    const Node node = graph_[id];
    const Node* flatten = producer(node.inputs[0], Op::reshape);
    const Node* permute = flatten ? producer(flatten->inputs[0], Op::permute) : nullptr;
    const TensorType& weights = graph_[node.inputs[1]].type;
    if (permute == nullptr || producer(node.inputs[1], Op::constant) == nullptr) return;
    if (weights.rank() != 2 || weights.quantization) return;
    if (graph_.useCounts()[node.inputs[1].index] != 1) return;  // two orders would be two copies
    const ValueId x = permute->inputs[0];
    const std::vector<std::int64_t> axes = permute->attributes.integers("axes");
    const Shape shape = graph_[flatten->inputs[0]].type.shape;
    const Shape flat = graph_[node.inputs[0]].type.shape;
    const auto first = firstFlattened(shape, flat.back(), axes);
    if (!first) return;
    Builder builder(graph_, id, node.origin);
    const bool transposed = node.attributes.boolean("transpose_b");
    const ValueId packed = reordered(builder, node.inputs[1], transposed, shape, axes, *first);
    graph_[packed].name = graph_[node.inputs[1]].name;
    const ValueId features = builder.reshape(x, flat);
    if (graph_[features].name.empty()) graph_[features].name = graph_[node.inputs[0]].name;
    graph_[id].inputs[0] = features;
    graph_[id].inputs[1] = packed;
    eraseUnused(node.inputs[0]);
  }

  // The reshape and the permute, so that nobody counts them as users.
  void eraseUnused(ValueId flattened) {
    const ValueId permuted = graph_.producer(flattened)->inputs[0];
    for (const ValueId value : {flattened, permuted}) {
      if (graph_.useCounts()[value.index] != 0) return;
      graph_.erase(graph_[value].producer);
    }
  }

  Graph& graph_;
};

}  // namespace

void foldPermutes(Module& module) {
  PermuteFolder(module.graph).run();
}

}  // namespace mcc
