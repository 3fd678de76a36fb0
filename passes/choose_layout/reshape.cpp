// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reshapes of permuted values: possible without moving data when every group of dimensions that is
// merged or split is a run of the base too.
#include <optional>

#include "passes/choose_layout/layout.h"

namespace mcc {
namespace {

// Dimensions [fromBegin, fromEnd) of the operand become [toBegin, toEnd) of the result.
struct Group {
  std::size_t fromBegin, fromEnd, toBegin, toEnd;
};

// The finest groups with equal products; nothing when symbolic sizes hide them.
std::optional<std::vector<Group>> groupsOf(const Shape& from, const Shape& to) {
  std::vector<Group> groups;
  std::size_t f = 0, t = 0;
  while (f < from.size() || t < to.size()) {
    Group group{f, f, t, t};
    Dim fromProduct = 1, toProduct = 1;
    do {
      const bool constants = fromProduct.isConstant() && toProduct.isConstant();
      const bool takeFrom = group.fromEnd < from.size() &&
                            (group.toEnd == to.size() || group.fromEnd == group.fromBegin ||
                             (constants && fromProduct.constant() <= toProduct.constant()) ||
                             (!constants && fromProduct.isConstant()));
      if (takeFrom) {
        fromProduct = fromProduct * from[group.fromEnd++];
      } else if (group.toEnd < to.size()) {
        toProduct = toProduct * to[group.toEnd++];
      } else {
        return std::nullopt;
      }
    } while (fromProduct != toProduct || (group.toEnd == group.toBegin && t < to.size()));
    groups.push_back(group);
    f = group.fromEnd;
    t = group.toEnd;
  }
  return groups;
}

// Whether the operand's dimensions of a group lie side by side, in order, in the base.
bool isRun(const Group& group, const Axes& axes) {
  for (std::size_t d = group.fromBegin + 1; d < group.fromEnd; ++d) {
    if (axes[d] != axes[d - 1] + 1) return false;
  }
  return true;
}

}  // namespace

bool layoutReshape(Layouter& layouter, const Node& node) {
  if (node.op != Op::reshape) return false;
  const Placed operand = layouter.placed(node.inputs[0]);
  if (isIdentity(operand.axes)) return false;
  const Shape& from = layouter.exportedType(node.inputs[0]).shape;
  const Shape& to = layouter.exportedType(node.outputs[0]).shape;
  const auto groups = groupsOf(from, to);
  if (!groups) return false;
  for (const Group& group : *groups) {
    if (!isRun(group, operand.axes)) return false;
  }
  // Groups in the order they have in the base.
  std::vector<const Group*> byBase(from.size(), nullptr);
  for (const Group& group : *groups) {
    if (group.fromBegin == group.fromEnd) continue;
    byBase[static_cast<std::size_t>(operand.axes[group.fromBegin])] = &group;
  }
  Shape baseShape;
  Axes axes(to.size(), 0);
  const auto append = [&](const Group& group) {
    for (std::size_t t = group.toBegin; t < group.toEnd; ++t) {
      axes[t] = static_cast<std::int64_t>(baseShape.size());
      baseShape.push_back(to[t]);
    }
  };
  for (const Group* group : byBase) {
    if (group != nullptr) append(*group);
  }
  for (const Group& group : *groups) {
    if (group.fromBegin == group.fromEnd) append(group);  // new dimensions of size 1
  }
  const ValueId made = layouter.builder(node).reshape(operand.base, baseShape);
  layouter.place(node.outputs[0], made, axes);
  return true;
}

}  // namespace mcc
