// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one definition behind all rows of pointwise.def: type rules by kind, broadcasting evaluation.
#include <string_view>

#include "ir/diagnostics.h"
#include "ir/op_def.h"
#include "ir/ops/pointwise.h"

namespace mcc {
namespace {

struct Row {
  std::size_t arity;
  PointwiseKind kind;
  const char* spelling;
  const char* integerSpelling;
  bool hasVectorForm;
};

constexpr Row kRows[] = {
#define MCC_POINTWISE(name, arity, kind, spelling, integer, vector) \
  {arity, PointwiseKind::kind, spelling, integer, vector != 0},
#include "ir/pointwise.def"
#undef MCC_POINTWISE
};

const Row& rowOf(Op op) {
  return kRows[static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::add)];
}

bool accepts(Op op, PointwiseKind kind, DType dtype) {
  const Domain d = domain(dtype);
  const bool ordering =
      op == Op::lt || op == Op::le || op == Op::gt || op == Op::ge || op == Op::signbit;
  if (ordering && d == Domain::complex) return false;
  if (op == Op::round_fma) return dtype == DType::f32;
  switch (kind) {
    case PointwiseKind::arithmetic:
    case PointwiseKind::test: return d != Domain::boolean;
    case PointwiseKind::real:
    case PointwiseKind::pair: return d == Domain::real;
    case PointwiseKind::analytic: return d == Domain::real || d == Domain::complex;
    case PointwiseKind::ordered: return d != Domain::complex;
    case PointwiseKind::logical: return d == Domain::boolean;
    case PointwiseKind::bits: return d == Domain::boolean || d == Domain::integer;
    case PointwiseKind::parts: return d == Domain::complex;
    case PointwiseKind::compare:
    case PointwiseKind::select:
    case PointwiseKind::cast: return true;
  }
  return false;
}

DType resultOf(const OpView& view, PointwiseKind kind, DType operand) {
  switch (kind) {
    case PointwiseKind::compare:
    case PointwiseKind::test: return DType::boolean;
    case PointwiseKind::cast: return view.attributes().dtype("dtype");
    case PointwiseKind::parts: return operand == DType::c128 ? DType::f64 : DType::f32;
    case PointwiseKind::pair:
      if (operand != DType::f32 && operand != DType::f64) {
        throw Error(std::string("no complex type for parts of ") + name(operand));
      }
      return operand == DType::f64 ? DType::c128 : DType::c64;
    default: return operand;
  }
}

}  // namespace

PointwiseKind pointwiseKind(Op op) { return rowOf(op).kind; }
std::size_t pointwiseArity(Op op) { return rowOf(op).arity; }
bool hasVectorForm(Op op) { return rowOf(op).hasVectorForm; }

const char* pointwiseSpelling(Op op, DType operand) {
  const Row& row = rowOf(op);
  return isInteger(operand) && row.integerSpelling[0] != '\0' ? row.integerSpelling : row.spelling;
}

std::vector<TensorType> inferPointwise(const OpView& view) {
  const Op op = view.node.op;
  const Row& row = rowOf(op);
  if (view.inputs.size() != row.arity) {
    throw Error(std::string(name(op)) + " takes " + std::to_string(row.arity) + " operands");
  }
  const std::size_t first = row.kind == PointwiseKind::select ? 1 : 0;
  const DType dtype = view.input(first).dtype;
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < row.arity; ++i) {
    const DType wanted = i < first ? DType::boolean : dtype;
    if (view.input(i).dtype != wanted) {
      throw Error(std::string("operands of ") + name(op) + " have types " + name(wanted) + " and " +
                  name(view.input(i).dtype));
    }
    shapes.push_back(view.input(i).shape);
  }
  if (!accepts(op, row.kind, dtype)) {
    throw Error(std::string(name(op)) + " is not defined for " + name(dtype));
  }
  return {{resultOf(view, row.kind, dtype), broadcastShapes(shapes, view.assumed), std::nullopt}};
}

}  // namespace mcc
