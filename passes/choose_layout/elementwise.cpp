// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that take any order as long as all operands share it.
#include "ir/ops/pointwise.h"
#include "passes/choose_layout/layout.h"

namespace mcc {
namespace {

void layoutPointwise(Layouter& layouter, const Node& node) {
  const auto rank = static_cast<std::size_t>(layouter.exportedType(node.outputs[0]).rank());
  const Axes axes = layouter.cheapestOrder(node.inputs, rank);
  std::vector<ValueId> operands;
  for (const ValueId input : node.inputs) operands.push_back(layouter.inOrder(node, input, axes));
  const ValueId made = layouter.builder(node).make(node.op, operands, node.attributes);
  layouter.place(node.outputs[0], made, axes);
}

void layoutConcat(Layouter& layouter, const Node& node) {
  const auto rank = static_cast<std::size_t>(layouter.exportedType(node.outputs[0]).rank());
  const Axes axes = layouter.cheapestOrder(node.inputs, rank);
  std::vector<ValueId> parts;
  for (const ValueId input : node.inputs) parts.push_back(layouter.inOrder(node, input, axes));
  const auto axis = static_cast<std::size_t>(node.attributes.integer("axis"));
  const ValueId made = layouter.builder(node).make(Op::concat, parts, {{"axis", axes[axis]}});
  layouter.place(node.outputs[0], made, axes);
}

// Only between equal ranks: the result keeps the operand's order.
bool layoutExpand(Layouter& layouter, const Node& node) {
  const Axes axes = layouter.placed(node.inputs[0]).axes;
  const Shape& shape = layouter.exportedType(node.outputs[0]).shape;
  if (axes.size() != shape.size() || isIdentity(axes)) return false;
  const ValueId made = layouter.builder(node).expand(layouter.placed(node.inputs[0]).base,
                                                     permuted(shape, inverse(axes)));
  layouter.place(node.outputs[0], made, axes);
  return true;
}

}  // namespace

bool layoutElementwise(Layouter& layouter, const Node& node) {
  if (isPointwise(node.op)) {
    layoutPointwise(layouter, node);
    return true;
  }
  if (node.op == Op::concat) {
    layoutConcat(layouter, node);
    return true;
  }
  return node.op == Op::expand && layoutExpand(layouter, node);
}

}  // namespace mcc
