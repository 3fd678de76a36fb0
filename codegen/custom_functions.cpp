// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the arguments of calls to signatures, and those to text.
#include "codegen/custom_functions.h"

#include <algorithm>
#include <optional>

#include "codegen/names.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

using Kind = CustomParameter::Kind;

constexpr const char* kHint = "register an operator with a name of its own for each of the two";

// Numbers widen: a Python int or bool may be passed where a float is declared.
DType wider(DType a, DType b) {
  const auto width = [](DType dtype) {
    return dtype == DType::boolean ? 0 : dtype == DType::i64 ? 1 : 2;
  };
  return width(a) < width(b) ? b : a;
}

std::int64_t rankOf(const Program& program, const Arg& arg) {
  return static_cast<std::int64_t>(program.buffers[arg.buffer].shape.size());
}

CustomParameter parameterOf(const Program& program, const Arg& arg, const Origin& origin) {
  CustomParameter out;
  out.name = arg.name;
  switch (arg.kind) {
    case Arg::Kind::write:
    case Arg::Kind::read:
      out.kind = Kind::tensor;
      out.dtype = program.buffers[arg.buffer].dtype;
      out.rank = rankOf(program, arg);
      out.isResult = arg.kind == Arg::Kind::write;
      return out;
    case Arg::Kind::literal:
      out.kind = Kind::number;
      out.dtype = arg.dtype;
      return out;
    case Arg::Kind::string:
      out.kind = Kind::text;
      return out;
    case Arg::Kind::list:
      break;
    default:
      return out;
  }
  for (const Arg& item : arg.items) {
    const CustomParameter one = parameterOf(program, item, origin);
    if (one.kind == Kind::none) continue;
    const bool isFirst = out.kind == Kind::none;
    const bool isNumber = one.kind == Kind::number;
    if (!isFirst && !isNumber && (one.dtype != out.dtype || one.rank != out.rank)) {
      throw Error("argument '" + arg.name +
                      "' of a custom operator is a list of tensors that "
                      "differ in element type or number of dimensions",
                  "pass them one by one", origin);
    }
    out.kind = isNumber ? Kind::numbers : Kind::tensors;
    out.dtype = isFirst ? one.dtype : wider(out.dtype, one.dtype);
    out.rank = one.rank;
  }
  return out;
}

// "demo.scale_add.default" is demo::scale_add, "demo.scale_add.Tensor" demo::scale_add_Tensor.
CustomFunction functionOf(const Program& program, const Step& step) {
  const std::size_t first = step.kernel.find('.');
  const std::size_t last = step.kernel.rfind('.');
  std::string name = step.kernel.substr(first + 1, last - first - 1);
  const std::string overload = step.kernel.substr(last + 1);
  if (overload != "default") name += "_" + overload;
  CustomFunction out{step.kernel,
                     identifier(step.kernel.substr(0, first), "custom"),
                     identifier(name, "function"),
                     {}};
  for (const Arg& arg : step.args) {
    out.parameters.push_back(parameterOf(program, arg, step.origin));
  }
  return out;
}

std::optional<CustomParameter> merged(const CustomParameter& a, const CustomParameter& b) {
  if (a.name != b.name || a.isResult != b.isResult) return std::nullopt;
  if (a.kind == Kind::none && b.kind != Kind::number && b.kind != Kind::text) return b;
  if (b.kind == Kind::none && a.kind != Kind::number && a.kind != Kind::text) return a;
  if (a.kind != b.kind) return std::nullopt;
  CustomParameter out = a;
  if (a.kind == Kind::number || a.kind == Kind::numbers) {
    out.dtype = wider(a.dtype, b.dtype);
  } else if (a.kind != Kind::text && a.dtype != b.dtype) {
    return std::nullopt;
  }
  return out;
}

// The function that serves the calls of both; none when they are overloads.
std::optional<CustomFunction> merged(const CustomFunction& a, const CustomFunction& b) {
  if (a.target != b.target || a.parameters.size() != b.parameters.size()) return std::nullopt;
  CustomFunction out = a;
  for (std::size_t i = 0; i < a.parameters.size(); ++i) {
    const auto parameter = merged(a.parameters[i], b.parameters[i]);
    if (!parameter) return std::nullopt;
    out.parameters[i] = *parameter;
  }
  return out;
}

void checkRanks(const CustomFunction& a, const CustomFunction& b, const Origin& origin) {
  for (std::size_t i = 0; i < a.parameters.size(); ++i) {
    const std::int64_t ranks[] = {a.parameters[i].rank, b.parameters[i].rank};
    if (ranks[0] == ranks[1] || ranks[0] < 0 || ranks[1] < 0) continue;
    throw Error("custom operator " + a.target + " is called with '" + a.parameters[i].name +
                    "' of " + std::to_string(ranks[0]) + " and of " + std::to_string(ranks[1]) +
                    " dimensions, which its function could not tell apart",
                kHint, origin);
  }
}

// What C++ tells overloads apart by.
std::vector<std::string> typesOf(const CustomParameter& parameter) {
  const std::string constant = parameter.isResult ? "" : "const ";
  const std::string type = cppType(parameter.dtype);
  switch (parameter.kind) {
    case Kind::none:
      return {"const void*", "const std::int64_t*"};
    case Kind::tensor:
      return {constant + type + "*", "const std::int64_t*"};
    case Kind::tensors:
      return {"const " + type + "* const*", "const std::int64_t* const*", "std::int64_t"};
    case Kind::number:
      return {type};
    case Kind::numbers:
      return {"const " + type + "*", "std::int64_t"};
    case Kind::text:
      return {"const char*"};
  }
  return {};
}

std::vector<std::string> typesOf(const CustomFunction& function) {
  std::vector<std::string> out;
  for (const CustomParameter& parameter : function.parameters) {
    for (const std::string& type : typesOf(parameter)) out.push_back(type);
  }
  return out;
}

void checkDistinct(const CustomFunction& a, const CustomFunction& b, const Origin& origin) {
  if (a.space != b.space || a.name != b.name || typesOf(a) != typesOf(b)) return;
  const std::string function = a.space + "::" + a.name;
  if (a.target != b.target) {
    throw Error("custom operators " + a.target + " and " + b.target +
                    " would both be the function " + function,
                kHint, origin);
  }
  throw Error("calls of custom operator " + a.target +
                  " that differ in which arguments they give, "
                  "or in element types, would all be the function " +
                  function,
              kHint, origin);
}

void add(const Program& program, const Step& step, std::vector<CustomFunction>& functions) {
  const CustomFunction called = functionOf(program, step);
  for (CustomFunction& known : functions) {
    if (const auto both = merged(known, called)) {
      checkRanks(known, called, step.origin);
      known = *both;
      return;
    }
  }
  functions.push_back(called);
}

template <class Visit>
void forEachCustom(const std::vector<Step>& steps, const Visit& visit) {
  for (const Step& step : steps) {
    if (step.isCustom) visit(step);
    for (const std::vector<Step>& body : step.bodies) forEachCustom(body, visit);
  }
}

std::vector<std::string> parametersOf(const CustomFunction& function) {
  UniqueNames unique;
  std::vector<std::string> out;
  for (const CustomParameter& parameter : function.parameters) {
    const std::string name = unique(parameter.name, "x");
    const std::vector<std::string> types = typesOf(parameter);
    const bool isTensor = parameter.kind == Kind::none || parameter.kind == Kind::tensor ||
                          parameter.kind == Kind::tensors;
    out.push_back(types[0] + " " + name);
    if (isTensor) out.push_back(types[1] + " " + unique(name + "_sizes"));
    if (types.size() > (isTensor ? 2u : 1u))
      out.push_back(types.back() + " " + unique(name + "_count"));
  }
  return out;
}

}  // namespace

std::vector<CustomFunction> customFunctions(const Program& program) {
  std::vector<CustomFunction> functions;
  forEachCustom(program.steps, [&](const Step& step) { add(program, step, functions); });
  forEachCustom(program.steps, [&](const Step& step) {
    const CustomFunction& called = calledBy(step, program, functions);
    for (const CustomFunction& other : functions) {
      if (&other != &called) checkDistinct(called, other, step.origin);
    }
  });
  return functions;
}

const CustomFunction& calledBy(const Step& step, const Program& program,
                               const std::vector<CustomFunction>& functions) {
  const CustomFunction called = functionOf(program, step);
  for (const CustomFunction& function : functions) {
    if (merged(function, called)) return function;
  }
  throw InternalError("a call of no function: " + step.kernel);
}

void printCustomFunctions(CodeWriter& writer, const std::vector<CustomFunction>& functions,
                          const std::string& modelNamespace) {
  if (functions.empty()) return;
  writer.line(
      "// Operators that you provide: define these functions and link them. A tensor is its");
  writer.line(
      "// elements, dense and row-major, and its sizes (null when it has no dimensions); None is");
  writer.line(
      "// null. Arguments that the model leaves at their default are left out. Results come last.");
  std::vector<std::string> spaces;
  for (const CustomFunction& function : functions) {
    if (function.space == modelNamespace) {
      throw Error("the model and custom operator " + function.target +
                      " would both be in namespace " + modelNamespace,
                  "give the model another with --name");
    }
    const bool isKnown = std::find(spaces.begin(), spaces.end(), function.space) != spaces.end();
    if (!isKnown) spaces.push_back(function.space);
  }
  for (const std::string& space : spaces) {
    writer.line("namespace " + space + " {");
    for (const CustomFunction& function : functions) {
      if (function.space == space)
        writer.call("void " + function.name, parametersOf(function), ";");
    }
    writer.line("}  // namespace " + space);
    writer.line();
  }
}

}  // namespace mcc
