// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of fused pointwise nodes and of sources: loops over the fewest dimensions that
// broadcasting allows.
#include <algorithm>

#include "ir/evaluate.h"
#include "passes/lower/lowerer.h"

namespace mcc {
namespace {

// Row-major strides of an operand seen in the result's shape; 0 where it is broadcast.
std::vector<Dim> broadcastStrides(const Shape& operand, const Shape& result) {
  std::vector<Dim> strides(result.size(), Dim(0));
  Dim stride = 1;
  for (std::size_t d = operand.size(); d-- > 0;) {
    const std::size_t at = d + result.size() - operand.size();
    const bool stretched = operand[d] == Dim(1) && result[at] != Dim(1);
    if (!stretched) strides[at] = stride;
    stride = stride * operand[d];
  }
  return strides;
}

struct LoopNest {
  Shape sizes;
  std::vector<std::vector<Dim>> strides;  // of the result, then of the operands
};

LoopNest loopNestOf(const Shape& shape, const std::vector<Shape>& operands) {
  LoopNest full{shape, {broadcastStrides(shape, shape)}};
  for (const Shape& operand : operands) full.strides.push_back(broadcastStrides(operand, shape));
  LoopNest nest;
  nest.strides.resize(full.strides.size());
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == Dim(1)) continue;
    bool joins = !nest.sizes.empty();
    for (std::size_t i = 0; joins && i < full.strides.size(); ++i) {
      joins = nest.strides[i].back() == full.strides[i][d] * shape[d];
    }
    if (joins) {
      nest.sizes.back() = nest.sizes.back() * shape[d];
    } else {
      nest.sizes.push_back(shape[d]);
    }
    for (std::size_t i = 0; i < full.strides.size(); ++i) {
      if (joins) nest.strides[i].pop_back();
      nest.strides[i].push_back(full.strides[i][d]);
    }
  }
  if (nest.sizes.empty()) {
    nest.sizes = {Dim(1)};
    for (std::vector<Dim>& strides : nest.strides) strides = {Dim(1)};
  }
  return nest;
}

bool isDense(const LoopNest& nest) {
  if (nest.sizes.size() != 1) return false;
  return std::all_of(nest.strides.begin(), nest.strides.end(),
                     [](const std::vector<Dim>& strides) { return strides[0] == Dim(1); });
}

// mapRows' view of an operand: its strides, and in its type what the innermost one is.
Arg inputOf(BufferId buffer, DType dtype, const std::vector<Dim>& strides) {
  const Dim& inner = strides.back();
  const char* kind = inner == Dim(1)   ? "DenseInput"
                     : inner == Dim(0) ? "SplatInput"
                                       : "StridedInput";
  return Lowering::structure(
      std::string(kind) + "<" + cppType(dtype) + ", " + std::to_string(strides.size()) + ">",
      {Lowering::read(buffer), Lowering::list(strides)});
}

Arg functorArg(std::uint32_t functor) {
  Arg arg;
  arg.kind = Arg::Kind::functor;
  arg.functor = functor;
  return arg;
}

// Integer divisors among the operands, which must not hold a zero.
void checkDivisors(Scope& scope, const Node& node, const std::vector<BufferId>& operands) {
  const Graph& region = node.regions.at(0);
  for (const NodeId id : region.order()) {
    const Node& inner = region[id];
    const bool divides = inner.op == Op::div || inner.op == Op::floor_div ||
                         inner.op == Op::remainder || inner.op == Op::fmod;
    if (!divides || !isInteger(region[inner.inputs[1]].type.dtype)) continue;
    const auto at = std::find(region.inputs.begin(), region.inputs.end(), inner.inputs[1]);
    if (at == region.inputs.end()) continue;  // a literal that is not zero
    const auto index = static_cast<std::size_t>(at - region.inputs.begin());
    Step step;
    step.kernel = "noneZero";
    step.args = {Lowering::read(operands[index]),
                 Lowering::integer(region[*at].type.elementCount())};
    step.status = "division";
    step.origin = node.origin;
    step.title = "check divisors";
    scope.steps.push_back(std::move(step));
  }
}

std::string titleOf(const Expression& expression) {
  std::string title;
  for (const Expression::Operation& operation : expression.operations) {
    if (operation.op == Op::full) continue;
    title += (title.empty() ? "" : " + ") + std::string(name(operation.op));
  }
  return title.empty() ? "copy" : title;
}

// Operands that the result may overwrite: those of its shape and element size.
void allowInPlace(Step& step, const TensorType& type, BufferId out, const Graph& region,
                  const std::vector<Shape>& shapes, const std::vector<BufferId>& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const DType dtype = region[region.inputs[i]].type.dtype;
    if (shapes[i] != type.shape || byteSize(dtype) != byteSize(type.dtype)) continue;
    step.inPlace.emplace_back(out, operands[i]);
  }
}

bool computesReals(const Expression& expression) {
  return std::any_of(expression.operations.begin(), expression.operations.end(),
                     [](const Expression::Operation& operation) {
                       return operation.op != Op::full && isFloat(operation.dtype);
                     });
}

// A function of one byte that takes real arithmetic but gives a byte is cheaper as a table, and
// then the same on every target.
bool isTable(const Scope& scope, const Node& node, const Expression& expression) {
  const TensorType& type = scope.graph[node.outputs[0]].type;
  if (expression.inputs.size() != 1 || byteSize(expression.inputs[0]) != 1) return false;
  if (domain(expression.inputs[0]) != Domain::integer || byteSize(type.dtype) != 1) return false;
  return scope.graph[node.inputs[0]].type.shape == type.shape && computesReals(expression);
}

void lowerTable(Lowerer& lowerer, Scope& scope, const Node& node, Step step) {
  const Graph& region = node.regions.at(0);
  Tensor bytes(region[region.inputs[0]].type.dtype, {256});
  for (std::int64_t i = 0; i < 256; ++i) bytes.setInteger(i, i);
  Bindings bindings;
  Node all = node;
  all.attributes.set("shape", std::vector<Dim>{256});
  const Value& result = scope.graph[node.outputs[0]];
  const BufferId table = lowerer.constant(
      std::make_shared<const Tensor>(evaluateNode(all, {&bytes}, bindings).at(0)),
      result.name + "_table");
  const BufferId in = lowerer.operand(scope, node.inputs[0]);
  const BufferId out = lowerer.result(scope, node, 0);
  step.kernel = "lookup";
  step.args = {Lowering::integer(result.type.elementCount()), Lowering::write(out),
               Lowering::read(table), Lowering::read(in)};
  step.inPlace.emplace_back(out, in);
  scope.steps.push_back(std::move(step));
}

void lowerFused(Lowerer& lowerer, Scope& scope, const Node& node) {
  const Graph& region = node.regions.at(0);
  const TensorType& type = scope.graph[node.outputs[0]].type;
  std::vector<Shape> shapes;
  std::vector<BufferId> operands;
  for (const ValueId input : node.inputs) {
    shapes.push_back(scope.graph[input].type.shape);
    operands.push_back(lowerer.operand(scope, input));
  }
  checkDivisors(scope, node, operands);
  const LoopNest nest = loopNestOf(type.shape, shapes);
  const Expression expression = expressionOf(region);
  Step step;
  step.origin = node.origin;
  step.title = titleOf(expression);
  if (isTable(scope, node, expression)) {
    return lowerTable(lowerer, scope, node, std::move(step));
  }
  const bool vector = isVectorizable(expression);
  const BufferId out = lowerer.result(scope, node, 0);
  const Arg functor = functorArg(lowerer.functor(expression, false));
  if (isDense(nest)) {
    step.kernel = vector ? "map" : "mapEach";
    step.args = {Lowering::integer(nest.sizes[0]), Lowering::write(out), functor};
    for (const BufferId operand : operands) step.args.push_back(Lowering::read(operand));
  } else {
    const std::string rank = std::to_string(nest.sizes.size());
    step.kernel = vector ? "mapRows" : "mapRowsEach";
    step.templateArgs = {rank};
    step.args = {Lowering::structure("MapShape<" + rank + ">",
                                     {Lowering::list(nest.sizes), Lowering::list(nest.strides[0])}),
                 Lowering::write(out), functor};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      step.args.push_back(
          inputOf(operands[i], region[region.inputs[i]].type.dtype, nest.strides[i + 1]));
    }
  }
  allowInPlace(step, type, out, region, shapes, operands);
  scope.steps.push_back(std::move(step));
}

void lowerFull(Lowerer& lowerer, Scope& scope, const Node& node, const Attribute& value) {
  if (scope.uses[node.outputs[0].index] == 0) return;  // spelled out where it was used
  const TensorType& type = scope.graph[node.outputs[0]].type;
  Step step;
  step.kernel = "fill";
  step.args = {Lowering::write(lowerer.result(scope, node, 0)),
               Lowering::integer(type.elementCount()), Lowering::literal(value, type.dtype)};
  step.origin = node.origin;
  step.title = "fill";
  scope.steps.push_back(std::move(step));
}

}  // namespace

bool lowerPointwise(Lowerer& lowerer, Scope& scope, const Node& node) {
  if (node.op == Op::fused) {
    lowerFused(lowerer, scope, node);
    return true;
  }
  if (node.op == Op::full || node.op == Op::dim_value) {
    lowerFull(lowerer, scope, node, *node.attributes.find("value"));
    return true;
  }
  return false;
}

}  // namespace mcc
