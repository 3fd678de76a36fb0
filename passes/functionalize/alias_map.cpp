// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Derivation of views and propagation of writes.
#include "passes/functionalize/alias_map.h"

#include "passes/functionalize/views.h"

namespace mcc {

AliasMap::Id AliasMap::addRoot(ValueId value) {
  const Id id = static_cast<Id>(tensors_.size());
  tensors_.push_back({static_cast<std::uint32_t>(roots_.size()), kNone, 0, value, 0});
  roots_.emplace_back().tensor = id;
  return id;
}

std::vector<AliasMap::Id> AliasMap::addView(Id of, Node node,
                                            const std::vector<TensorType>& types) {
  const std::uint32_t root = tensors_[of].root;
  const auto index = static_cast<std::uint32_t>(views_.size());
  views_.push_back({of, node, types, {}});
  const NodeId id = graph_.append(std::move(node), types);
  for (std::uint32_t i = 0; i < types.size(); ++i) {
    views_[index].results.push_back(static_cast<Id>(tensors_.size()));
    tensors_.push_back({root, index, i, graph_[id].outputs[i], roots_[root].version});
  }
  return views_[index].results;
}

void AliasMap::freeze(Id id, const std::string& by) { roots_[tensors_[id].root].frozenBy = by; }

void AliasMap::setMemory(Id id, Memory memory) {
  if (isRoot(id)) roots_[tensors_[id].root].memory = std::move(memory);
}

AliasMap::Id AliasMap::memoryBehind(Id id, const Origin& origin) {
  const Root root = roots_[tensors_[id].root];
  const TensorType type = graph_[tensors_[root.tensor].value].type;
  if (!root.memory.known || type.dtype != graph_[tensors_[id].value].type.dtype) {
    throw Error("the program reads the memory of a tensor by strides of its own, and mcc doesn't "
                "know how that tensor lies in memory",
                "make it lie row-major by .contiguous(), or index it instead of as_strided()",
                origin);
  }
  if (root.memory.order.empty()) return root.tensor;
  TensorType permuted{type.dtype, {}, {}};
  for (const std::int64_t axis : root.memory.order) permuted.shape.push_back(type.dim(axis));
  Node node;
  node.target = "aten.permute.default";
  node.inputs = {current(root.tensor, origin)};
  node.attributes = {{"self", Operand{0}}, {"dims", root.memory.order}};
  node.origin = origin;
  return addView(root.tensor, std::move(node), {permuted})[0];
}

AliasMap::Id AliasMap::clone(Id id, const Origin& origin) {
  const TensorState state = tensors_[id];
  if (isRoot(id)) {
    const Id copy = addRoot(state.value);
    roots_.back().memory = roots_[state.root].memory;
    return copy;
  }
  const View view = views_[state.view];
  const Id base = clone(view.of, origin);
  Node node = view.node;
  node.inputs.at(0) = current(base, origin);
  return addView(base, std::move(node), view.types).at(state.result);
}

ValueId AliasMap::current(Id id, const Origin& origin) {
  const TensorState& tensor = tensors_[id];
  const std::uint64_t version = roots_[tensor.root].version;
  if (tensor.view == kNone || tensor.version == version) return tensor.value;
  const View& view = views_[tensor.view];
  Node node = view.node;
  node.inputs.at(0) = current(view.of, origin);
  const NodeId made = graph_.append(std::move(node), view.types);
  for (std::size_t i = 0; i < view.results.size(); ++i) {
    TensorState& result = tensors_[view.results[i]];
    if (result.version == version) continue;
    result.value = graph_[made].outputs[i];
    result.version = version;
  }
  return tensor.value;
}

void AliasMap::write(Id id, ValueId value, const Origin& origin) {
  Root& root = roots_[tensors_[id].root];
  if (!root.frozenBy.empty()) {
    throw Error("a tensor is written in place that shares memory by " + root.frozenBy,
                "clone() the tensor before it is written to", origin);
  }
  // The tensors on the way up, with their values before the write.
  std::vector<Id> written = {id};
  std::vector<ValueId> values = {value};
  while (tensors_[written.back()].view != kNone) {
    const TensorState& tensor = tensors_[written.back()];
    const View& view = views_[tensor.view];
    Builder builder(graph_, {}, origin);
    values.push_back(writeThroughView(
        builder, {view.node, tensor.result, view.types, current(view.of, origin), values.back()}));
    written.push_back(view.of);
  }
  ++root.version;
  for (std::size_t i = 0; i < written.size(); ++i) {
    tensors_[written[i]].value = values[i];
    tensors_[written[i]].version = root.version;
  }
}

}  // namespace mcc
