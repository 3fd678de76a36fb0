// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spelling of pointwise operations from the patterns of pointwise.def.
#include "codegen/spell_operation.h"

#include <algorithm>
#include <cmath>

#include "codegen/code_writer.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

std::string literalOf(const Attribute& value, DType dtype, bool isVector,
                      std::set<std::string>& roots) {
  Attributes one{{"value", value}};
  if (domain(dtype) == Domain::boolean) return one.real("value") != 0 ? "true" : "false";
  if (isInteger(dtype)) {
    const std::int64_t number =
        value.is<Dim>() ? one.integer("value") : static_cast<std::int64_t>(one.real("value"));
    Tensor wrapped(dtype, {});
    wrapped.setInteger(0, number);
    return std::string(cppType(dtype)) + "{" + integerLiteral(wrapped.integer(0)) + "}";
  }
  if (isComplex(dtype)) {
    const auto number = value.is<std::complex<double>>() ? value.as<std::complex<double>>()
                                                         : std::complex<double>(one.real("value"));
    const bool wide = dtype == DType::c128;
    const auto part = [&](double x) { return wide ? doubleLiteral(x) : floatLiteral(x); };
    return computeType(dtype) + "{" + part(number.real()) + ", " + part(number.imag()) + "}";
  }
  if (dtype == DType::f64) return doubleLiteral(one.real("value"));
  if (!isVector) {
    Tensor rounded(dtype, {});
    rounded.setReal(0, one.real("value"));
    return floatLiteral(rounded.real(0));
  }
  roots.insert("broadcast(float)");
  return "broadcast(" + floatLiteral(one.real("value")) + ")";
}

std::string numberOf(double value, DType dtype, bool isVector, std::set<std::string>& roots) {
  return literalOf(Attribute(value), dtype, isVector, roots);
}

std::string listOf(const std::string& type, std::int64_t count) {
  std::string out;
  for (std::int64_t i = 0; i < count; ++i) out += (i > 0 ? "," : "") + type;
  return out;
}

std::int64_t countOperands(const std::string& pattern) {
  return std::count(pattern.begin(), pattern.end(), '$');
}

// What the functions and operators named in a pattern are to the extractor: "tanh(F32)" and, in
// "abs($0) == $inf", "operator==(F32,F32)" too. Operators on numbers are built in.
void addRoot(const std::string& pattern, DType dtype, bool isVector, bool isMask,
             std::set<std::string>& roots) {
  const std::string type = isVector ? (isMask ? "Mask" : "F32") : computeType(dtype);
  const std::size_t open = pattern.find('(');
  const std::size_t close = open == std::string::npos ? 0 : pattern.find(')', open) + 1;
  if (open != std::string::npos) {
    const std::string name = pattern.substr(0, open);
    const std::int64_t count = countOperands(pattern.substr(open, close - open));
    const bool isSelect = isVector && name == "select";
    roots.insert(name + "(" + (isSelect ? "Mask,F32,F32" : listOf(type, count)) + ")");
  }
  std::string name;
  for (const char c : pattern.substr(close)) {
    if (std::string("+-*/<>=!&|^").find(c) != std::string::npos) name += c;
  }
  if (name.empty() || !isVector) return;
  const std::int64_t operands = open == std::string::npos ? countOperands(pattern) : 2;
  roots.insert("operator" + name + "(" + listOf(type, operands) + ")");
}

std::string operand(const Spelled& spelled, bool isFunction) {
  return spelled.isCompound && !isFunction ? "(" + spelled.text + ")" : spelled.text;
}

// Whether all of a pattern is one call: "abs($0) == $inf" is not.
bool isCall(const std::string& pattern) {
  return pattern.back() == ')';
}

std::string fill(const std::string& pattern, const std::vector<Spelled>& operands, DType dtype,
                 bool isVector, std::set<std::string>& roots) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '$') {
      out += pattern[i];
    } else if (pattern.compare(i, 4, "$one") == 0) {
      out += numberOf(1, dtype, isVector, roots);
      i += 3;
    } else if (pattern.compare(i, 5, "$zero") == 0) {
      out += numberOf(0, dtype, isVector, roots);
      i += 4;
    } else if (pattern.compare(i, 4, "$inf") == 0) {
      out += numberOf(INFINITY, dtype, isVector, roots);
      i += 3;
    } else {
      out += operand(operands.at(static_cast<std::size_t>(pattern[++i] - '0')), isCall(pattern));
    }
  }
  return out;
}

bool isHalf(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16;
}

// f16 and bf16 are computed in float; every result is rounded to them.
std::string rounded(const std::string& text, DType dtype, std::set<std::string>& roots) {
  if (!isHalf(dtype)) return text;
  const bool half = dtype == DType::f16;
  roots.insert(half ? "halfToFloat(std::uint16_t)" : "bfloat16ToFloat(std::uint16_t)");
  roots.insert(half ? "floatToHalf(float)" : "floatToBfloat16(float)");
  return half ? "halfToFloat(floatToHalf(" + text + "))"
              : "bfloat16ToFloat(floatToBfloat16(" + text + "))";
}

Spelled spellCast(const Spelled& x, DType from, DType to, std::set<std::string>& roots) {
  if (isHalf(to) && isFloat(from)) {
    const std::string narrow = from == DType::f64 ? "static_cast<float>(" + x.text + ")" : x.text;
    return {rounded(narrow, to, roots), false};
  }
  if (isComplex(to)) {
    const std::string part = to == DType::c128 ? "double" : "float";
    if (isComplex(from)) return {computeType(to) + "(" + x.text + ")", false};
    return {computeType(to) + "(static_cast<" + part + ">(" + x.text + "))", false};
  }
  const std::string source = isComplex(from) ? operand(x, false) + ".real()" : x.text;
  if (computeType(from) == computeType(to)) return {source, x.isCompound};
  if (isFloat(to)) {
    return {rounded("static_cast<" + computeType(to) + ">(" + source + ")", to, roots), false};
  }
  roots.insert("convert");
  return {"convert<" + std::string(cppType(to)) + ">(" + source + ")", false};
}

// maximum and minimum look for NaN in both operands; against a number one instruction does.
std::string bounding(Op op, DType dtype, const std::vector<Spelled>& operands) {
  if ((op != Op::maximum && op != Op::minimum) || !isFloat(dtype)) return "";
  const std::string name = op == Op::maximum ? "atLeast" : "atMost";
  if (operands[1].isNumber) return name + "($0, $1)";
  return operands[0].isNumber ? name + "($1, $0)" : "";
}

// Between floats and masks.
Spelled spellVectorCast(const Spelled& x, DType from, DType to, std::set<std::string>& roots) {
  if (from == to) return x;
  if (to == DType::boolean) {
    roots.insert("operator!=(F32,F32)");
    return {operand(x, false) + " != " + numberOf(0, DType::f32, true, roots), true};
  }
  roots.insert("select(Mask,F32,F32)");
  return {"select(" + x.text + ", " + numberOf(1, DType::f32, true, roots) + ", " +
              numberOf(0, DType::f32, true, roots) + ")",
          false};
}

}  // namespace

std::string computeType(DType dtype) {
  return isHalf(dtype) ? "float" : cppType(dtype);
}

Spelled loadValue(const std::string& text, DType dtype, bool isVector,
                  std::set<std::string>& roots) {
  if (isVector || !isHalf(dtype)) return {text, false};
  const bool half = dtype == DType::f16;
  roots.insert(half ? "halfToFloat(std::uint16_t)" : "bfloat16ToFloat(std::uint16_t)");
  return {std::string(half ? "halfToFloat" : "bfloat16ToFloat") + "(" + text + ")", false};
}

std::string storedLiteral(const Attribute& value, DType dtype) {
  std::set<std::string> roots;
  if (!isHalf(dtype)) return literalOf(value, dtype, false, roots);
  Tensor number(dtype, {});
  number.setReal(0, Attributes{{"value", value}}.real("value"));
  return "std::uint16_t{" + std::to_string(number.as<std::uint16_t>()[0]) + "}";
}

std::string spellResult(const std::string& text, DType dtype, bool isVector,
                        std::set<std::string>& roots) {
  if (isVector || !isHalf(dtype)) return text;
  const bool half = dtype == DType::f16;
  roots.insert(half ? "floatToHalf(float)" : "floatToBfloat16(float)");
  return std::string(half ? "floatToHalf" : "floatToBfloat16") + "(" + text + ")";
}

Spelled spellOperation(const Expression::Operation& operation, const std::vector<Spelled>& operands,
                       const std::vector<DType>& types, bool isVector,
                       std::set<std::string>& roots) {
  if (operation.op == Op::full) {
    const std::string text = literalOf(operation.literal, operation.dtype, isVector, roots);
    const bool isNumber = isFloat(operation.dtype) &&
                          !std::isnan(Attributes{{"value", operation.literal}}.real("value"));
    return {text, false, isNumber};
  }
  if (operation.op == Op::cast) {
    if (isVector) return spellVectorCast(operands[0], types[0], operation.dtype, roots);
    return spellCast(operands[0], types[0], operation.dtype, roots);
  }
  const DType dtype = types.back();  // select: the first operand is the condition
  std::string pattern = bounding(operation.op, dtype, operands);
  if (pattern.empty()) pattern = pointwiseSpelling(operation.op, dtype);
  const bool isMask = isVector && dtype == DType::boolean;
  if (!isVector && dtype == DType::boolean) {  // avoids int promotion of bool & bool
    if (pattern == "$0 & $1") pattern = "$0 && $1";
    if (pattern == "$0 | $1") pattern = "$0 || $1";
    if (pattern == "$0 ^ $1") pattern = "$0 != $1";
    if (operation.op == Op::bitwise_not) pattern = "!$0";
  }
  addRoot(pattern, dtype, isVector, isMask, roots);
  std::string text = fill(pattern, operands, dtype, isVector, roots);
  const bool narrows =
      !isVector && byteSize(dtype) < 4 && isInteger(operation.dtype) && !isCall(pattern);
  if (narrows) return {"static_cast<" + computeType(operation.dtype) + ">(" + text + ")", false};
  if (isHalf(operation.dtype) && !isVector && operation.op != Op::select) {
    return {rounded(text, operation.dtype, roots), false};
  }
  return {text, !isCall(pattern)};
}

}  // namespace mcc
