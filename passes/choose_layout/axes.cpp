// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators whose attributes speak of dimensions: the attributes move, the data stays.
#include <algorithm>

#include "passes/choose_layout/layout.h"

namespace mcc {
namespace {

// A list with one entry per exported dimension, in the base's order.
Attribute movedList(const Attribute& list, const Axes& axes) {
  const auto& items = list.as<Attribute::List>();
  Attribute::List moved(items.size());
  for (std::size_t d = 0; d < axes.size(); ++d) moved[static_cast<std::size_t>(axes[d])] = items[d];
  return moved;
}

void layoutPermute(Layouter& layouter, const Node& node) {
  const Placed& operand = layouter.placed(node.inputs[0]);
  layouter.place(node.outputs[0], operand.base,
                 compose(operand.axes, node.attributes.integers("axes")));
}

void layoutLists(Layouter& layouter, const Node& node, std::initializer_list<const char*> lists) {
  const Placed operand = layouter.placed(node.inputs[0]);
  Attributes attributes = node.attributes;
  for (const char* list : lists) {
    attributes.set(list, movedList(*node.attributes.find(list), operand.axes));
  }
  const ValueId made = layouter.builder(node).make(node.op, {operand.base}, attributes);
  layouter.place(node.outputs[0], made, operand.axes);
}

void layoutFlip(Layouter& layouter, const Node& node) {
  const Placed operand = layouter.placed(node.inputs[0]);
  Axes moved;
  for (const std::int64_t d : node.attributes.integers("axes")) {
    moved.push_back(operand.axes[static_cast<std::size_t>(d)]);
  }
  std::sort(moved.begin(), moved.end());
  const ValueId made = layouter.builder(node).make(Op::flip, {operand.base}, {{"axes", moved}});
  layouter.place(node.outputs[0], made, operand.axes);
}

void layoutReduce(Layouter& layouter, const Node& node) {
  const Placed operand = layouter.placed(node.inputs[0]);
  std::vector<bool> gone(operand.axes.size(), false);
  Axes moved;
  for (const std::int64_t d : node.attributes.integers("axes")) {
    moved.push_back(operand.axes[static_cast<std::size_t>(d)]);
    gone[static_cast<std::size_t>(moved.back())] = true;
  }
  std::sort(moved.begin(), moved.end());
  std::vector<std::int64_t> newIndex(operand.axes.size(), 0);
  std::int64_t next = 0;
  for (std::size_t d = 0; d < gone.size(); ++d) {
    if (!gone[d]) newIndex[d] = next++;
  }
  Axes axes;
  for (const std::int64_t d : operand.axes) {
    if (!gone[static_cast<std::size_t>(d)]) axes.push_back(newIndex[static_cast<std::size_t>(d)]);
  }
  const ValueId made = layouter.builder(node).make(node.op, {operand.base}, {{"axes", moved}});
  layouter.place(node.outputs[0], made, axes);
}

void layoutAxis(Layouter& layouter, const Node& node) {
  const Placed operand = layouter.placed(node.inputs[0]);
  Attributes attributes = node.attributes;
  const auto axis = static_cast<std::size_t>(node.attributes.integer("axis"));
  attributes.set("axis", operand.axes[axis]);
  const ValueId made = layouter.builder(node).make(node.op, {operand.base}, attributes);
  layouter.place(node.outputs[0], made, operand.axes);
}

// quantize and dequantize: scale and zero point lie along an axis of x, or stand for all of it.
void layoutQuantized(Layouter& layouter, const Node& node) {
  const Placed operand = layouter.placed(node.inputs[0]);
  Attributes attributes = node.attributes;
  const std::int64_t axis = node.attributes.integer("axis");
  if (axis >= 0) attributes.set("axis", operand.axes[static_cast<std::size_t>(axis)]);
  std::vector<ValueId> operands{operand.base};
  for (std::size_t i = 1; i < node.inputs.size(); ++i) {
    operands.push_back(layouter.dense(node.inputs[i]));
  }
  const ValueId made = layouter.builder(node).make(node.op, operands, attributes);
  layouter.place(node.outputs[0], made, operand.axes);
}

// A transposed second factor is what transpose_b is for.
bool layoutMatmul(Layouter& layouter, const Node& node) {
  const Placed operand = layouter.placed(node.inputs[1]);
  const std::size_t rank = operand.axes.size();
  if (rank < 2) return false;
  Axes swapped = identityAxes(rank);
  std::swap(swapped[rank - 1], swapped[rank - 2]);
  if (operand.axes != swapped || !node.regions.empty()) return false;
  Attributes attributes = node.attributes;
  attributes.set("transpose_b", !node.attributes.boolean("transpose_b"));
  std::vector<ValueId> operands;
  for (const ValueId input : node.inputs) operands.push_back(layouter.dense(input));
  operands[1] = operand.base;
  const ValueId made = layouter.builder(node).make(Op::matmul, operands, attributes);
  layouter.place(
      node.outputs[0], made,
      identityAxes(static_cast<std::size_t>(layouter.exportedType(node.outputs[0]).rank())));
  return true;
}

}  // namespace

bool layoutAxes(Layouter& layouter, const Node& node) {
  if (node.op == Op::permute) {
    layoutPermute(layouter, node);
    return true;
  }
  if (node.op == Op::matmul) return layoutMatmul(layouter, node);
  if (node.inputs.empty() || !node.inputs[0].valid()) return false;
  if (isIdentity(layouter.placed(node.inputs[0]).axes)) return false;
  switch (node.op) {
    case Op::slice:
      layoutLists(layouter, node, {"starts", "sizes", "steps"});
      return true;
    case Op::pad:
      layoutLists(layouter, node, {"low", "high"});
      return true;
    case Op::flip:
      layoutFlip(layouter, node);
      return true;
    case Op::reduce_sum:
    case Op::reduce_prod:
    case Op::reduce_max:
    case Op::reduce_min:
    case Op::reduce_any:
    case Op::reduce_all:
      layoutReduce(layouter, node);
      return true;
    case Op::softmax:
    case Op::log_softmax:
      layoutAxis(layouter, node);
      return true;
    case Op::quantize:
    case Op::dequantize:
      layoutQuantized(layouter, node);
      return true;
    default:
      return false;
  }
}

}  // namespace mcc
