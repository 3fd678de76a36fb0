// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering: what an operator's `lower` function works with: the node's buffers on one side, kernel
// calls on the other.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ir/program.h"

namespace mcc {

class Lowering {
 public:
  virtual ~Lowering() = default;

  virtual const Graph& graph() const = 0;
  virtual const Node& node() const = 0;
  virtual const Target& target() const = 0;
  // The row of the target's table that serves the node; null: the portable way.
  virtual const KernelRow* kernel() const = 0;

  bool has(std::size_t i) const { return i < node().inputs.size() && node().inputs[i].valid(); }
  const TensorType& inputType(std::size_t i) const { return graph()[node().inputs.at(i)].type; }
  const TensorType& resultType(std::size_t i) const { return graph()[node().outputs.at(i)].type; }
  virtual bool isUsed(std::size_t result) const = 0;  // somebody reads it, or it is an output
  virtual Range bounds(const Dim& value) const = 0;   // under the ranges of the symbols
  virtual BufferId input(std::size_t i) = 0;
  virtual BufferId result(std::size_t i) = 0;
  // Memory for this node's steps, from the first that names it to the last.
  virtual BufferId scratch(DType dtype, const Dim& elements) = 0;
  virtual TensorRef constant(std::size_t i) const = 0;  // of operand i; null when it is computed
  // Data made from constants at compile time, such as packed weights.
  virtual BufferId addConstant(Tensor tensor, const std::string& name) = 0;
  // Makes result i a view of operand k at an element offset, instead of computing it.
  virtual void view(std::size_t result, std::size_t operand, const Dim& offset) = 0;
  virtual void mayRunInPlace(std::size_t result, std::size_t operand) = 0;  // of the next step
  virtual std::uint32_t functor(Expression expression, bool isEpilogue) = 0;
  virtual void emit(Step step) = 0;  // origin is filled in

  // The epilogue region of the node as an argument: its functor with the operands from `first` on;
  // `Identity{}` when there is none.
  Arg epilogue(std::size_t first);

  // Arguments. An absent operand gives nullptr.
  Arg in(std::size_t i) { return has(i) ? read(input(i)) : Arg{}; }
  Arg out(std::size_t i) { return isUsed(i) ? write(result(i)) : Arg{}; }
  static Arg read(BufferId buffer);
  static Arg write(BufferId buffer);
  static Arg integer(const Dim& value, std::string name = {});
  static Arg real(double value, std::string name = {});   // printed as the kernel's float type
  static Arg literal(Attribute value, DType dtype);       // printed as a value of the dtype
  static Arg boolean(bool value, std::string name = {});
  static Arg text(std::string tokens, std::string name = {});
  static Arg list(const std::vector<Dim>& values, std::string name = {});
  static Arg structure(std::string type, std::vector<Arg> fields);

  // Short for emit: kernel<templateArgs>(args), returning nothing or a bool that means `status`.
  void call(std::string kernel, std::vector<Arg> args, std::vector<std::string> templateArgs = {},
            std::string status = {});
};

// The node's pointwise region (or the node itself, when it is pointwise) as an expression.
Expression expressionOf(const Graph& region);

// How an epilogue would read an operand of this shape beside a result of that one; none when it
// can't.
std::optional<Expression::Access> accessOf(const Shape& operand, const Shape& result);

// True when every value of the expression fits a vector of floats or a mask.
bool isVectorizable(const Expression& expression);

}  // namespace mcc
