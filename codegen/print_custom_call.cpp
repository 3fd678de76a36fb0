// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of functions that the user provides: sizes and lists as arrays of the call's block.
#include "codegen/custom_functions.h"
#include "codegen/spell_operation.h"
#include "codegen/step_printer.h"

namespace mcc {
namespace {

// Any text as a string literal: whatever could end it or begin something else is escaped.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '?') {
      out += c;
      continue;
    }
    out += '\\';
    for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
  }
  return out + "\"";
}

class CustomCall {
 public:
  CustomCall(CodeWriter& writer, const Program& program, const std::vector<std::string>& variables,
             const SymbolNames& symbols, const UniqueNames& names)
      : writer_(writer),
        program_(program),
        variables_(variables),
        symbols_(symbols),
        names_(names) {}

  void print(const Step& step, const CustomFunction& function) {
    for (std::size_t i = 0; i < step.args.size(); ++i) add(step.args[i], function.parameters[i]);
    writer_.call("::" + function.space + "::" + function.name, args_, ";");
  }

 private:
  using Kind = CustomParameter::Kind;

  void add(const Arg& arg, const CustomParameter& parameter) {
    switch (parameter.kind) {
      case Kind::none:
        return pass({"nullptr", "nullptr"});
      case Kind::tensor:
        return pass({elements(arg), sizes(arg, arg.name)});
      case Kind::tensors:
        return addTensors(arg, parameter);
      case Kind::number:
        return pass({number(arg, parameter.dtype)});
      case Kind::numbers:
        return addNumbers(arg, parameter);
      case Kind::text:
        return pass({quoted(arg.text)});
    }
  }

  void pass(const std::vector<std::string>& args) {
    args_.insert(args_.end(), args.begin(), args.end());
  }

  std::string elements(const Arg& arg) const {
    return arg.kind == Arg::Kind::null ? "nullptr" : variables_[arg.buffer];
  }

  // A constant array of the block; its name.
  std::string array(const std::string& type, const std::string& wish,
                    const std::vector<std::string>& items) {
    const std::string name = names_(wish, "x");
    writer_.list("const " + type + " " + name + "[] = ", items, ";");
    return name;
  }

  std::string sizes(const Arg& arg, const std::string& name) {
    if (arg.kind == Arg::Kind::null || program_.buffers[arg.buffer].shape.empty()) return "nullptr";
    std::vector<std::string> items;
    for (const Dim& dim : program_.buffers[arg.buffer].shape) {
      items.push_back(sizeText(dim, symbols_));
    }
    return array("std::int64_t", name + "_sizes", items);
  }

  std::string number(const Arg& arg, DType dtype) const {
    if (!arg.value.is<Dim>() || arg.value.as<Dim>().isConstant()) {
      return storedLiteral(arg.value, dtype);
    }
    const std::string text = sizeText(arg.value.as<Dim>(), symbols_);
    return dtype == DType::i64 ? text : "static_cast<double>(" + text + ")";
  }

  void addTensors(const Arg& arg, const CustomParameter& parameter) {
    if (arg.kind == Arg::Kind::null) return pass({"nullptr", "nullptr", "0"});
    std::vector<std::string> pointers, shapes;
    for (std::size_t i = 0; i < arg.items.size(); ++i) {
      pointers.push_back(elements(arg.items[i]));
      shapes.push_back(sizes(arg.items[i], arg.name + "_" + std::to_string(i)));
    }
    const std::string count = std::to_string(arg.items.size());
    pass({array(std::string(cppType(parameter.dtype)) + "* const", arg.name, pointers),
          array("std::int64_t* const", arg.name + "_sizes", shapes), count});
  }

  void addNumbers(const Arg& arg, const CustomParameter& parameter) {
    if (arg.kind == Arg::Kind::null) return pass({"nullptr", "0"});
    std::vector<std::string> items;
    for (const Arg& item : arg.items) items.push_back(number(item, parameter.dtype));
    const std::string count = std::to_string(items.size());
    pass({array(cppType(parameter.dtype), arg.name, items), count});
  }

  CodeWriter& writer_;
  const Program& program_;
  const std::vector<std::string>& variables_;
  const SymbolNames& symbols_;
  UniqueNames names_;
  std::vector<std::string> args_;
};

}  // namespace

void StepPrinter::printCustom(const Step& step) {
  writer_.line("{");
  writer_.indent();
  CustomCall(writer_, context_.program, variables_, symbols_, names_)
      .print(step, calledBy(step, context_.program, context_.customs));
  writer_.close();
}

}  // namespace mcc
