// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Editing of graphs.
#include "ir/graph.h"

#include <algorithm>

#include "ir/module.h"

namespace mcc {
namespace {

// What an erased node holds may be large: constants, regions.
void empty(Node& node) {
  node.inputs.clear();
  node.attributes = {};
  node.regions.clear();
}

}  // namespace

ValueId Graph::addInput(std::string name, TensorType type) {
  const ValueId id{static_cast<std::uint32_t>(values_.size())};
  values_.push_back({std::move(name), std::move(type), {}});
  inputs.push_back(id);
  return id;
}

NodeId Graph::append(Node node, const std::vector<TensorType>& results) {
  return insertBefore({}, std::move(node), results);
}

NodeId Graph::insertBefore(NodeId position, Node node, const std::vector<TensorType>& results) {
  const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
  node.outputs.clear();
  nodes_.push_back(std::move(node));
  for (const TensorType& type : results) addOutput(id, type);
  const auto at =
      position.valid() ? std::find(order_.begin(), order_.end(), position) : order_.end();
  order_.insert(at, id);
  return id;
}

ValueId Graph::addOutput(NodeId node, TensorType type) {
  const ValueId id{static_cast<std::uint32_t>(values_.size())};
  values_.push_back({{}, std::move(type), node});
  nodes_[node.index].outputs.push_back(id);
  return id;
}

void Graph::erase(NodeId node) {
  const auto at = std::find(order_.begin(), order_.end(), node);
  if (at == order_.end()) throw InternalError("erasing a node that is not in the graph");
  order_.erase(at);
  empty(nodes_[node.index]);
}

void Graph::replaceAllUses(ValueId from, ValueId to) {
  for (const NodeId id : order_) {
    std::vector<ValueId>& operands = nodes_[id.index].inputs;
    std::replace(operands.begin(), operands.end(), from, to);
  }
  std::replace(outputs.begin(), outputs.end(), from, to);
}

void Graph::setOrder(std::vector<NodeId> order) {
  std::vector<bool> isKept(nodes_.size(), false);
  for (const NodeId id : order) isKept[id.index] = true;
  for (const NodeId id : order_) {
    if (!isKept[id.index]) empty(nodes_[id.index]);
  }
  order_ = std::move(order);
}

std::vector<std::vector<NodeId>> Graph::users() const {
  std::vector<std::vector<NodeId>> result(values_.size());
  for (const NodeId id : order_) {
    for (const ValueId input : nodes_[id.index].inputs) {
      if (input.valid()) result[input.index].push_back(id);
    }
  }
  return result;
}

std::vector<std::uint32_t> Graph::useCounts() const {
  std::vector<std::uint32_t> counts(values_.size(), 0);
  for (const NodeId id : order_) {
    for (const ValueId input : nodes_[id.index].inputs) {
      if (input.valid()) ++counts[input.index];
    }
  }
  for (const ValueId output : outputs) {
    if (output.valid()) ++counts[output.index];
  }
  return counts;
}

const Node* Graph::producer(ValueId value) const {
  const NodeId id = values_[value.index].producer;
  return id.valid() ? &nodes_[id.index] : nullptr;
}

Ranges Module::ranges() const {
  Ranges result;
  for (const auto& [symbol, info] : symbols) result.emplace(symbol, info.range);
  return result;
}

}  // namespace mcc
