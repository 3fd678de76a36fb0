// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions as C++: one struct with operator() each, named after what it computes.
#include "codegen/print_functors.h"

#include <algorithm>

#include "codegen/names.h"
#include "codegen/spell_operation.h"
#include "ir/lowering.h"

namespace mcc {
namespace {

// "AddRelu": the operations in order, casts and literals left out.
std::string nameOf(const Expression& expression) {
  constexpr std::size_t kMaxOperations = 5;
  std::string out;
  std::size_t count = 0;
  for (const Expression::Operation& operation : expression.operations) {
    if (operation.op == Op::full || operation.op == Op::cast) continue;
    if (++count > kMaxOperations) return out + "Etc";
    out += pascalCase(name(operation.op));
  }
  if (!out.empty()) return out;
  return expression.operations.empty() ? "Same" : "Convert";
}

class FunctorPrinter {
 public:
  FunctorPrinter(const Expression& expression, bool isEpilogue, FunctorText& result)
      : expression_(expression), isEpilogue_(isEpilogue), result_(result) {}

  void print() {
    result_.isVector = isVectorizable(expression_);
    countUses();
    CodeWriter writer;
    writer.open("struct " + result_.name);
    if (isEpilogue_) {
      printEpilogueHead(writer);
    } else {
      printHead(writer);
    }
    printBody(writer);
    writer.close();
    writer.close(";");
    result_.text = writer.text();
  }

 private:
  std::string typeOf(DType dtype) const {
    if (result_.isVector) return dtype == DType::boolean ? "Mask" : "F32";
    return cppType(dtype);
  }

  static std::string argument(std::size_t i) { return std::string(1, static_cast<char>('a' + i)); }

  void printHead(CodeWriter& writer) const {
    std::vector<std::string> parameters;
    for (std::size_t i = 0; i < expression_.inputs.size(); ++i) {
      parameters.push_back(typeOf(expression_.inputs[i]) + " " + argument(i));
    }
    writer.call(typeOf(dtypeOf(expression_.results.at(0))) + " operator()", parameters, " const {");
    writer.indent();
  }

  bool reads(Expression::Access wanted) const {
    return std::count(expression_.access.begin() + 1, expression_.access.end(), wanted) > 0;
  }

  // Extra operands are read where the result is stored, per channel, or once.
  void printEpilogueHead(CodeWriter& writer) {
    const bool byElement = reads(Expression::Access::element);
    const bool byColumn = reads(Expression::Access::column);
    for (std::size_t i = 1; i < expression_.inputs.size(); ++i) {
      writer.line("const " + std::string(cppType(expression_.inputs[i])) + "* " + argument(i) +
                  "_data;");
    }
    const std::string first = typeOf(expression_.inputs[0]) + " a";
    const std::string place = std::string(byElement ? " at" : "") + ", std::int64_t" +
                              (byColumn ? " column" : "");
    if (result_.isVector) {
      writer.line("template <class Lanes>");
      writer.open("F32 operator()(" + first + ", std::int64_t" + place + ", Lanes" +
                  (byElement || byColumn ? " lanes" : "") + ") const");
    } else {
      writer.open(typeOf(dtypeOf(expression_.results.at(0))) + " operator()(" + first +
                  ", std::int64_t" + place + ") const");
    }
    for (std::size_t i = 1; i < expression_.inputs.size(); ++i) {
      writer.line("const " + typeOf(expression_.inputs[i]) + " " + argument(i) + " = " +
                  extraText(i) + ";");
    }
  }

  std::string extraText(std::size_t i) {
    const Expression::Access access = expression_.access[i];
    const std::string data = argument(i) + "_data";
    const bool isScalar = access == Expression::Access::scalar;
    const std::string place = access == Expression::Access::column ? "column" : "at";
    if (!result_.isVector) return isScalar ? "*" + data : data + "[" + place + "]";
    if (!isScalar) return "load(" + data + " + " + place + ", lanes)";
    result_.roots.insert("broadcast(float)");
    return "broadcast(*" + data + ")";
  }

  DType dtypeOf(std::uint32_t number) const {
    if (number < expression_.inputs.size()) return expression_.inputs[number];
    return expression_.operations[number - expression_.inputs.size()].dtype;
  }

  void countUses() {
    uses_.assign(expression_.inputs.size() + expression_.operations.size(), 0);
    for (const Expression::Operation& operation : expression_.operations) {
      for (const std::uint32_t operand : operation.operands) ++uses_[operand];
    }
    for (const std::uint32_t number : expression_.results) ++uses_[number];
  }

  void printBody(CodeWriter& writer) {
    constexpr std::size_t kMaxInline = 56;
    std::vector<Spelled> spelled;
    for (std::size_t i = 0; i < expression_.inputs.size(); ++i) {
      spelled.push_back(spellInput(argument(i), expression_.inputs[i]));
    }
    std::size_t temporaries = 0;
    for (const Expression::Operation& operation : expression_.operations) {
      std::vector<Spelled> operands;
      std::vector<DType> types;
      for (const std::uint32_t operand : operation.operands) {
        operands.push_back(spelled[operand]);
        types.push_back(dtypeOf(operand));
      }
      Spelled text = spellOperation(operation, operands, types, result_.isVector, result_.roots);
      const bool isLiteral = operation.op == Op::full;
      if (!isLiteral && (uses_[spelled.size()] > 1 || text.text.size() > kMaxInline)) {
        const std::string local = "t" + std::to_string(temporaries++);
        const std::string type =
            result_.isVector ? typeOf(operation.dtype) : computeType(operation.dtype);
        writer.line("const " + type + " " + local + " = " + text.text + ";");
        text = {local, false};
      }
      spelled.push_back(std::move(text));
    }
    const std::uint32_t last = expression_.results.at(0);
    writer.line("return " +
                spellResult(spelled[last].text, dtypeOf(last), result_.isVector, result_.roots) +
                ";");
  }

  Spelled spellInput(const std::string& text, DType dtype) {
    return loadValue(text, dtype, result_.isVector, result_.roots);
  }

  const Expression& expression_;
  bool isEpilogue_;
  FunctorText& result_;
  std::vector<std::size_t> uses_;
};

}  // namespace

std::vector<FunctorText> printFunctors(const Program& program) {
  UniqueNames names;
  std::vector<FunctorText> out;
  for (std::size_t i = 0; i < program.functors.size(); ++i) {
    FunctorText text;
    text.name = names(nameOf(program.functors[i]));
    FunctorPrinter(program.functors[i], program.functorIsEpilogue[i], text).print();
    out.push_back(std::move(text));
  }
  return out;
}

}  // namespace mcc
