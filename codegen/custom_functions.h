// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that a model's user provides for operators mcc doesn't know, as C++ declares them.
#pragma once
#include <string>
#include <vector>

#include "codegen/code_writer.h"
#include "ir/program.h"

namespace mcc {

// A parameter of the operator. In C++ a tensor is its elements and its sizes; a list of tensors an
// array of pointers to either and their number; a list of numbers an array and its length.
struct CustomParameter {
  enum class Kind : std::uint8_t { none, tensor, tensors, number, numbers, text } kind = Kind::none;
  std::string name;  // the export's
  DType dtype = DType::f32;
  std::int64_t rank = -1;  // of tensors; -1: unknown, None in every call
  bool isResult = false;
};

struct CustomFunction {
  std::string target;                       // "demo.scale_add.default"
  std::string space, name;                  // "demo", "scale_add"
  std::vector<CustomParameter> parameters;  // results last
};

// Every function the program calls, in the order of first calls. Calls that differ in which
// arguments they give (the export leaves out those at their default), or in element types, call
// overloads. Error where two different things would be one C++ function: operators with one
// name, numbers of dimensions, f16 and bf16.
std::vector<CustomFunction> customFunctions(const Program& program);

// The one of `functions` that a step calls.
const CustomFunction& calledBy(const Step& step, const Program& program,
                               const std::vector<CustomFunction>& functions);

// Declarations, by namespace, for the model's header. Error when `modelNamespace` is one of theirs.
void printCustomFunctions(CodeWriter& writer, const std::vector<CustomFunction>& functions,
                          const std::string& modelNamespace);

}  // namespace mcc
