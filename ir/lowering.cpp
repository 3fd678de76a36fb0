// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of kernel calls, and pointwise regions as expressions.
#include "ir/lowering.h"

#include <algorithm>

#include "ir/ops/lowerings.h"
#include "ir/ops/pointwise.h"

namespace mcc {

void requireKernelType(DType dtype) {
  if (dtype == DType::f16 || dtype == DType::bf16) {
    throw InternalError("a kernel would compute with the bits of a half-precision number");
  }
}

bool Expression::operator==(const Expression& other) const {
  const auto same = [](const Operation& a, const Operation& b) {
    return a.op == b.op && a.operands == b.operands && a.dtype == b.dtype && a.literal == b.literal;
  };
  return inputs == other.inputs && access == other.access && results == other.results &&
         std::equal(operations.begin(), operations.end(), other.operations.begin(),
                    other.operations.end(), same);
}

Arg Lowering::read(BufferId buffer) {
  Arg arg;
  arg.kind = Arg::Kind::read;
  arg.buffer = buffer;
  return arg;
}

Arg Lowering::write(BufferId buffer) {
  Arg arg = read(buffer);
  arg.kind = Arg::Kind::write;
  return arg;
}

Arg Lowering::integer(const Dim& value, std::string name) {
  Arg arg;
  arg.kind = Arg::Kind::integer;
  arg.name = std::move(name);
  arg.integer = value;
  return arg;
}

Arg Lowering::real(double value, std::string name) {
  Arg arg;
  arg.kind = Arg::Kind::real;
  arg.name = std::move(name);
  arg.number = value;
  return arg;
}

Arg Lowering::literal(Attribute value, DType dtype) {
  Arg arg;
  arg.kind = Arg::Kind::literal;
  arg.value = std::move(value);
  arg.dtype = dtype;
  return arg;
}

Arg Lowering::text(std::string tokens, std::string name) {
  Arg arg;
  arg.kind = Arg::Kind::text;
  arg.name = std::move(name);
  arg.text = std::move(tokens);
  return arg;
}

Arg Lowering::boolean(bool value, std::string name) {
  return text(value ? "true" : "false", std::move(name));
}

Arg Lowering::list(const std::vector<Dim>& values, std::string name) {
  Arg arg;
  arg.kind = Arg::Kind::list;
  arg.name = std::move(name);
  for (const Dim& value : values) arg.items.push_back(integer(value));
  return arg;
}

Arg Lowering::structure(std::string type, std::vector<Arg> fields) {
  Arg arg;
  arg.kind = Arg::Kind::structure;
  arg.text = std::move(type);
  arg.items = std::move(fields);
  return arg;
}

void Lowering::call(std::string kernel, std::vector<Arg> args,
                    std::vector<std::string> templateArgs, std::string status) {
  Step step;
  step.kernel = std::move(kernel);
  step.args = std::move(args);
  step.templateArgs = std::move(templateArgs);
  step.status = std::move(status);
  step.title = name(node().op);
  emit(std::move(step));
}

namespace {

Expression::Operation operationOf(const Graph& region, const Node& node,
                                  const std::vector<std::uint32_t>& numbers) {
  Expression::Operation operation{node.op, {}, region[node.outputs[0]].type.dtype, {}};
  if (node.op == Op::full || node.op == Op::dim_value) {
    operation.op = Op::full;
    operation.literal = *node.attributes.find("value");
  }
  for (const ValueId input : node.inputs) operation.operands.push_back(numbers[input.index]);
  return operation;
}

}  // namespace

Expression expressionOf(const Graph& region) {
  Expression expression;
  std::vector<std::uint32_t> numbers(region.valueCount(), 0);
  for (const ValueId input : region.inputs) {
    numbers[input.index] = static_cast<std::uint32_t>(expression.inputs.size());
    expression.inputs.push_back(region[input].type.dtype);
  }
  for (const NodeId id : region.order()) {
    const Node& node = region[id];
    expression.operations.push_back(operationOf(region, node, numbers));
    numbers[node.outputs[0].index] = static_cast<std::uint32_t>(expression.inputs.size() +
                                                                expression.operations.size() - 1);
  }
  for (const ValueId output : region.outputs) expression.results.push_back(numbers[output.index]);
  return expression;
}

std::optional<Expression::Access> accessOf(const Shape& operand, const Shape& result) {
  if (operand == result && !result.empty()) return Expression::Access::element;
  const auto isOne = [](const Dim& d) { return d == Dim(1); };
  if (std::all_of(operand.begin(), operand.end(), isOne)) return Expression::Access::scalar;
  const bool isColumn = !result.empty() && operand.back() == result.back() &&
                        std::all_of(operand.begin(), operand.end() - 1, isOne);
  if (isColumn) return Expression::Access::column;
  return std::nullopt;
}

Arg Lowering::epilogue(std::size_t first) {
  if (node().regions.empty()) return text("Identity{}");
  Expression expression = expressionOf(node().regions[0]);
  expression.access = {Expression::Access::element};
  Arg arg;
  arg.kind = Arg::Kind::functor;
  for (std::size_t i = first; i < node().inputs.size(); ++i) {
    const auto access = accessOf(inputType(i).shape, resultType(0).shape);
    if (!access) throw InternalError("an epilogue operand of the wrong shape");
    expression.access.push_back(*access);
    arg.items.push_back(in(i));
  }
  arg.functor = functor(std::move(expression), true);
  return arg;
}

bool isVectorizable(const Expression& expression) {
  const auto isFloat32 = [](DType dtype) { return dtype == DType::f32; };
  if (!std::all_of(expression.inputs.begin(), expression.inputs.end(), isFloat32)) return false;
  for (const Expression::Operation& operation : expression.operations) {
    const bool isMask = operation.dtype == DType::boolean && operation.op != Op::full;
    if (operation.dtype != DType::f32 && !isMask) return false;
    if (operation.op != Op::full && operation.op != Op::cast && !hasVectorForm(operation.op)) {
      return false;
    }
  }
  const std::uint32_t last = expression.results.at(0);
  const DType result = last < expression.inputs.size()
                           ? expression.inputs[last]
                           : expression.operations[last - expression.inputs.size()].dtype;
  return result == DType::f32;
}

}  // namespace mcc
