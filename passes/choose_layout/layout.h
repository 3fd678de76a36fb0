// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouter: rebuilds a graph while every value is held as a permutation of a dense one.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "ir/builder.h"

namespace mcc {

using Axes = std::vector<std::int64_t>;

// The exported value is permute(base, axes).
struct Placed {
  ValueId base;
  Axes axes;
};

bool isIdentity(const Axes& axes);
Axes identityAxes(std::size_t rank);
Axes inverse(const Axes& axes);
Axes compose(const Axes& first, const Axes& second);  // permute(permute(x, first), second)
Shape permuted(const Shape& shape, const Axes& axes);

class Layouter {
 public:
  explicit Layouter(const Graph& source) : source_(source) {}
  Graph run();

  Graph& graph() { return target_; }
  Builder builder(const Node& node) { return Builder(target_, {}, node.origin); }
  const Placed& placed(ValueId value) const { return placed_[value.index]; }
  const TensorType& exportedType(ValueId value) const { return source_[value].type; }
  void place(ValueId value, ValueId base, Axes axes);  // gives an exported value its place
  // The exported value in exported order; emits (once) the permute that takes.
  ValueId dense(ValueId value);
  // The exported value brought into the order `axes` of rank axes.size(), with leading dimensions
  // of size 1 where its rank is lower.
  ValueId inOrder(const Node& node, ValueId value, const Axes& axes);
  // Elements that inOrder would have to move.
  double costOf(ValueId value, const Axes& axes) const;
  // Among the orders of these operands of full rank and the exported one, the cheapest for all.
  Axes cheapestOrder(const std::vector<ValueId>& operands, std::size_t rank) const;

 private:
  void visit(const Node& node);
  void copy(const Node& node);

  const Graph& source_;
  Graph target_;
  std::vector<Placed> placed_;  // by ValueId::index of source_
  std::map<ValueId, ValueId> dense_;
};

// Rules; true when the node was handled.
bool layoutElementwise(Layouter& layouter, const Node& node);  // pointwise, expand, concat
bool layoutAxes(Layouter& layouter, const Node& node);         // permute, reduce, slice, pad, ...
bool layoutReshape(Layouter& layouter, const Node& node);

}  // namespace mcc
