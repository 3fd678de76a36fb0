// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builder: inserts nodes at one place of a graph and infers their types.
#pragma once
#include <string>
#include <vector>

#include "ir/graph.h"

namespace mcc {

class Builder {
 public:
  // Inserts before `position`; appends when it is none. Every node gets this origin.
  Builder(Graph& graph, NodeId position, Origin origin)
      : graph_(&graph), position_(position), origin_(std::move(origin)) {}

  Graph& graph() { return *graph_; }
  const TensorType& type(ValueId value) const { return (*graph_)[value].type; }
  const Shape& shape(ValueId value) const { return type(value).shape; }
  DType dtype(ValueId value) const { return type(value).dtype; }
  std::int64_t rank(ValueId value) const { return type(value).rank(); }
  Dim dim(ValueId value, std::int64_t axis) const { return type(value).dim(axis); }

  // The general form. make: the node's only (or first) result.
  std::vector<ValueId> makeAll(Op op, std::vector<ValueId> inputs, Attributes attributes = {},
                               std::vector<Graph> regions = {});
  ValueId make(Op op, std::vector<ValueId> inputs, Attributes attributes = {});

  // Sources.
  ValueId constant(TensorRef tensor);
  ValueId scalar(double value, DType dtype);        // 0-d `full`
  ValueId scalar(std::int64_t value, DType dtype);
  ValueId full(Attribute value, DType dtype, Shape shape);
  ValueId dimValue(Dim value);                      // 0-d i64
  ValueId iota(Attribute start, Attribute step, Dim size, DType dtype);

  // Pointwise. Operands are cast to nothing: they must have one dtype.
  ValueId unary(Op op, ValueId x) { return make(op, {x}); }
  ValueId binary(Op op, ValueId a, ValueId b) { return make(op, {a, b}); }
  ValueId add(ValueId a, ValueId b) { return make(Op::add, {a, b}); }
  ValueId sub(ValueId a, ValueId b) { return make(Op::sub, {a, b}); }
  ValueId mul(ValueId a, ValueId b) { return make(Op::mul, {a, b}); }
  ValueId div(ValueId a, ValueId b) { return make(Op::div, {a, b}); }
  // The same with a number of a's dtype as second operand.
  ValueId binary(Op op, ValueId a, double b);
  ValueId select(ValueId condition, ValueId then, ValueId otherwise);
  ValueId cast(ValueId x, DType dtype);             // x itself when it has that dtype

  // Movement; each returns x itself when nothing changes.
  ValueId reshape(ValueId x, Shape shape);
  ValueId permute(ValueId x, std::vector<std::int64_t> axes);
  ValueId transpose(ValueId x, std::int64_t a, std::int64_t b);
  ValueId expand(ValueId x, Shape shape);
  // One dimension; start and size in range, step >= 1.
  ValueId slice(ValueId x, std::int64_t axis, Dim start, Dim size, std::int64_t step = 1);
  ValueId concat(std::vector<ValueId> parts, std::int64_t axis);
  ValueId unsqueeze(ValueId x, std::int64_t axis);  // axis in the result's numbering
  ValueId squeeze(ValueId x, std::int64_t axis);    // the dimension must be 1

  // Reductions over sorted axes; keep: dimensions stay with size 1.
  ValueId reduce(Op op, ValueId x, std::vector<std::int64_t> axes, bool keep = false);

 private:
  Graph* graph_;
  NodeId position_;
  Origin origin_;
};

}  // namespace mcc
