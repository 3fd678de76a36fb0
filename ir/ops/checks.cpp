// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks shared by the inference of several operators.
#include "ir/ops/checks.h"

#include "ir/diagnostics.h"

namespace mcc {

void fail(const OpView& view, const std::string& what) {
  throw Error(std::string(name(view.node.op)) + ": " + what);
}

namespace {

void assume(const OpView& view, Guard::Relation relation, const Dim& left, const Dim& right) {
  if (view.assumed != nullptr) view.assumed->push_back({relation, left, right, {}});
}

}  // namespace

bool canBeEqual(const OpView& view, const Dim& a, const Dim& b) {
  if (a == b) return true;
  if (a.isConstant() && b.isConstant()) return false;
  if ((a - b).isConstant()) return false;
  assume(view, Guard::Relation::equal, a, b);
  return true;
}

bool canBeEqual(const OpView& view, const Shape& a, const Shape& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t d = 0; d < a.size(); ++d) {
    if (!canBeEqual(view, a[d], b[d])) return false;
  }
  return true;
}

bool canBeAtLeast(const OpView& view, const Dim& a, const Dim& b) {
  const Dim room = a - b;
  if (room.isConstant()) return room.constant() >= 0;
  assume(view, Guard::Relation::lessEqual, b, a);
  return true;
}

void require(const OpView& view, bool holds, const std::string& what) {
  if (!holds) fail(view, what);
}

void requireCount(const OpView& view, std::size_t least, std::size_t most) {
  if (view.inputs.size() >= least && view.inputs.size() <= most) return;
  const std::string wanted = least == most ? std::to_string(least)
                                           : std::to_string(least) + " to " + std::to_string(most);
  fail(view, "takes " + wanted + " operands, not " + std::to_string(view.inputs.size()));
}

void requireDType(const OpView& view, std::size_t operand, DType dtype) {
  const DType got = view.input(operand).dtype;
  if (got != dtype) {
    fail(view, "operand " + std::to_string(operand) + " must be " + name(dtype) + ", not " +
                   name(got));
  }
}

void requireIndex(const OpView& view, std::size_t operand) {
  const DType got = view.input(operand).dtype;
  if (got != DType::i64 && got != DType::i32) {
    fail(view, std::string("indices must be i64 or i32, not ") + name(got));
  }
}

void requireSameDType(const OpView& view, std::size_t a, std::size_t b) {
  if (view.input(a).dtype != view.input(b).dtype) {
    fail(view, std::string("operands have types ") + name(view.input(a).dtype) + " and " +
                   name(view.input(b).dtype));
  }
}

void requireShape(const OpView& view, std::size_t operand, const Shape& shape) {
  if (!canBeEqual(view, view.input(operand).shape, shape)) {
    fail(view, "operand " + std::to_string(operand) + " has shape " +
                   text(view.input(operand).shape) + " where " + text(shape) + " is needed");
  }
}

void requireReal(const OpView& view, std::size_t operand) {
  const DType got = view.input(operand).dtype;
  if (!isFloat(got)) fail(view, std::string("needs floating-point operands, not ") + name(got));
}

void requireDTypeOfFirst(const OpView& view, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) {
    if (view.has(i)) requireSameDType(view, 0, i);
  }
}

void requireSize(const OpView& view, const Dim& got, const Dim& wanted, const std::string& what) {
  if (canBeEqual(view, got, wanted)) return;
  fail(view, what + " is " + got.text() + " but must be " + wanted.text());
}

void requireShape(const OpView& view, const Shape& got, const Shape& wanted,
                  const std::string& what) {
  if (canBeEqual(view, got, wanted)) return;
  fail(view, "shape of " + what + " is " + text(got) + " but must be " + text(wanted));
}

void requireRank(const OpView& view, std::size_t operand, std::int64_t least, std::int64_t most,
                 const std::string& what) {
  const std::int64_t rank = view.input(operand).rank();
  if (rank >= least && rank <= most) return;
  fail(view, what + " has " + std::to_string(rank) + " dimensions, shape " +
                 text(view.input(operand).shape));
}

void requireVector(const OpView& view, std::size_t operand, const Dim& size,
                   const std::string& what) {
  if (view.has(operand)) requireShape(view, view.input(operand).shape, {size}, what);
}

void requireRegions(const OpView& view, std::size_t count) {
  if (view.node.regions.size() != count) {
    fail(view, "has " + std::to_string(view.node.regions.size()) + " regions instead of " +
                   std::to_string(count));
  }
}

std::int64_t axisOf(const OpView& view, std::int64_t rank) {
  const std::int64_t axis = view.attributes().integer("axis");
  if (axis < 0 || axis >= rank) {
    fail(view, "dimension " + std::to_string(axis) + " is out of range for a tensor of rank " +
                   std::to_string(rank));
  }
  return axis;
}

std::vector<Dim> dimsPerAxis(const OpView& view, const std::string& name, std::int64_t rank) {
  std::vector<Dim> dims = view.attributes().dims(name);
  if (static_cast<std::int64_t>(dims.size()) != rank) {
    fail(view, name + " has " + std::to_string(dims.size()) + " entries for a tensor of rank " +
                   std::to_string(rank));
  }
  return dims;
}

Shape without(const Shape& shape, std::int64_t axis) {
  Shape rest = shape;
  rest.erase(rest.begin() + axis);
  return rest;
}

}  // namespace mcc
