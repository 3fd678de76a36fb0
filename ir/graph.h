// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graph: nodes and values in SSA form, by index handles. Copies as a value; order is stable.
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/attribute.h"
#include "ir/diagnostics.h"
#include "ir/op.h"
#include "ir/types.h"

namespace mcc {

// Handles are indices, so a copied graph has the same ones and an erased node leaves no dangling
// pointer. A default-constructed handle means "none".
struct NodeId {
  std::uint32_t index = UINT32_MAX;
  bool valid() const { return index != UINT32_MAX; }
  auto operator<=>(const NodeId&) const = default;
};
struct ValueId {
  std::uint32_t index = UINT32_MAX;
  bool valid() const { return index != UINT32_MAX; }
  auto operator<=>(const ValueId&) const = default;
};

struct Value {
  std::string name;  // for dumps only; need not be unique
  TensorType type;
  NodeId producer;  // none: an input of the graph
};

class Graph;

struct Node {
  Op op = Op::aten;
  std::string target;           // Op::aten: "aten.conv2d.default"; Op::call: the function's name
  std::vector<ValueId> inputs;  // none where an optional operand is absent
  std::vector<ValueId> outputs;
  Attributes attributes;
  std::vector<Graph> regions;  // bodies of if, while, scan; bodies of fused nodes. Isolated: they
                               // see their own inputs only
  Origin origin;
};

class Graph {
 public:
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;

  ValueId addInput(std::string name, TensorType type);
  // Appends (or inserts before `position`) a node with results of these types.
  NodeId append(Node node, const std::vector<TensorType>& results);
  NodeId insertBefore(NodeId position, Node node, const std::vector<TensorType>& results);
  ValueId addOutput(NodeId node, TensorType type);  // one more result of a node
  void erase(NodeId node);                          // its results must have no users
  void replaceAllUses(ValueId from, ValueId to);    // operands and graph outputs
  // `order` is a permutation of order() or of a part of it; the other nodes are erased.
  void setOrder(std::vector<NodeId> order);

  Node& operator[](NodeId id) { return nodes_[id.index]; }
  const Node& operator[](NodeId id) const { return nodes_[id.index]; }
  Value& operator[](ValueId id) { return values_[id.index]; }
  const Value& operator[](ValueId id) const { return values_[id.index]; }

  const std::vector<NodeId>& order() const { return order_; }  // execution order
  std::size_t valueCount() const { return values_.size(); }    // bound of ValueId::index
  std::size_t nodeCount() const { return nodes_.size(); }  // bound of NodeId::index, with erased

  // Users of every value, once per operand, in execution order; index by ValueId::index.
  std::vector<std::vector<NodeId>> users() const;
  // How many times each value is used, as operand or output of the graph.
  std::vector<std::uint32_t> useCounts() const;
  const Node* producer(ValueId value) const;  // null for inputs of the graph

 private:
  std::vector<Node> nodes_;
  std::vector<Value> values_;
  std::vector<NodeId> order_;
};

}  // namespace mcc
