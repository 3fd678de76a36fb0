// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout of lines and spelling of numbers.
#include "codegen/code_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

constexpr std::size_t kColumns = 100;

template <class T>
std::string shortest(T value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string special(double value, const char* type) {
  const std::string limits = std::string("std::numeric_limits<") + type + ">::";
  if (std::isnan(value)) return limits + "quiet_NaN()";
  return (value < 0 ? "-" : "") + limits + "infinity()";
}

}  // namespace

void CodeWriter::line(const std::string& text) {
  if (!text.empty()) text_ += std::string(2 * depth_, ' ') + text;
  text_ += '\n';
}

void CodeWriter::open(const std::string& text) {
  line(text + " {");
  ++depth_;
}

void CodeWriter::close(const std::string& suffix) {
  --depth_;
  line("}" + suffix);
}

void CodeWriter::call(const std::string& head, const std::vector<std::string>& args,
                      const std::string& tail) {
  const std::size_t limit = kColumns - 2 * depth_;
  std::string current = head + "(";
  bool first = true;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string piece = args[i] + (i + 1 < args.size() ? "," : ")" + tail);
    if (!first && current.size() + 1 + piece.size() > limit) {
      line(current);
      current = "    " + piece;
    } else {
      current += (first ? "" : " ") + piece;
    }
    first = false;
  }
  line(args.empty() ? current + ")" + tail : current);
}

std::string floatLiteral(double value) {
  const auto narrow = static_cast<float>(value);
  if (!std::isfinite(narrow)) return special(static_cast<double>(narrow), "float");
  return shortest(narrow) + "f";
}

std::string doubleLiteral(double value) {
  return std::isfinite(value) ? shortest(value) : special(value, "double");
}

std::string integerLiteral(std::int64_t value) {
  if (value == INT64_MIN) return "(-9223372036854775807 - 1)";
  return std::to_string(value);
}

namespace {

std::string join(const Dim::Node& node, const char* separator, const SymbolNames& names) {
  std::string out;
  for (const Dim& operand : node.operands) {
    if (!out.empty()) out += separator;
    const Dim::Node inner = operand.node();
    const bool group = node.kind == Dim::Node::Kind::mul && inner.kind == Dim::Node::Kind::add;
    const std::string text = sizeText(operand, names);
    out += group ? "(" + text + ")" : text;
  }
  return out;
}

std::string nested(const char* function, const Dim::Node& node, const SymbolNames& names) {
  std::string out = sizeText(node.operands.at(0), names);
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    out = std::string(function) + "(" + out + ", " + sizeText(node.operands[i], names) + ")";
  }
  return out;
}

}  // namespace

std::string sizeText(const Dim& dim, const SymbolNames& names) {
  const Dim::Node node = dim.node();
  switch (node.kind) {
    case Dim::Node::Kind::constant: return integerLiteral(node.value);
    case Dim::Node::Kind::symbol: {
      const auto at = names.find(node.name);
      if (at == names.end()) throw InternalError("symbol " + node.name + " has no C++ name");
      return at->second;
    }
    case Dim::Node::Kind::add: return join(node, " + ", names);
    case Dim::Node::Kind::mul: return join(node, " * ", names);
    case Dim::Node::Kind::floordiv: return nested("floorDiv", node, names);
    case Dim::Node::Kind::mod: return nested("floorMod", node, names);
    case Dim::Node::Kind::max: return nested("larger", node, names);
    case Dim::Node::Kind::min: return nested("smaller", node, names);
  }
  return {};
}

std::string shapeText(const std::vector<Dim>& shape, const SymbolNames& names) {
  std::string out;
  for (const Dim& dim : shape) out += "[" + sizeText(dim, names) + "]";
  return out;
}

}  // namespace mcc
