// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout of lines and spelling of numbers.
#include "codegen/code_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
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

namespace {

// How deep in brackets each comma stands that may end a line; -1 elsewhere. Depths count from the
// start of the text, which may be a part of a structure.
std::vector<int> commaDepths(const std::string& text) {
  std::vector<int> depths(text.size(), -1);
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '(') ++depth;
    if (c == '}' || c == ')') --depth;
    if (c == ',') depths[i] = depth;
  }
  return depths;
}

// The outermost fields of a structure, each with the comma behind it.
std::vector<std::string> fieldsOf(const std::string& text) {
  const std::vector<int> depths = commaDepths(text);
  int outermost = INT_MAX;
  for (const int depth : depths) outermost = depth < 1 ? outermost : std::min(outermost, depth);
  std::vector<std::string> fields;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depths[i] != outermost) continue;
    fields.push_back(text.substr(start, i + 1 - start));
    start = i + 2;  // behind the space
  }
  fields.push_back(text.substr(start));
  return fields;
}

// Fills lines with pieces; one that fits no line is broken between the fields of its structures.
class Filler {
 public:
  Filler(CodeWriter& writer, std::size_t limit, std::string head)
      : writer_(writer), limit_(limit), current_(std::move(head)) {}

  void put(const std::string& piece) {
    if (current_.size() + space().size() + piece.size() <= limit_) {
      current_ += space() + piece;
      fresh_ = false;
      return;
    }
    const std::vector<std::string> fields = fieldsOf(piece);
    if (fields.size() > 1 && (fresh_ || kIndent.size() + piece.size() > limit_)) {
      for (const std::string& field : fields) put(field);
      return;
    }
    if (!fresh_) {
      writer_.line(current_);
      current_ = kIndent;
    }
    current_ += piece;
    fresh_ = false;
  }

  void finish() { writer_.line(current_); }

 private:
  static constexpr std::string_view kIndent = "    ";

  std::string space() const { return fresh_ ? "" : " "; }

  CodeWriter& writer_;
  std::size_t limit_;
  std::string current_;
  bool fresh_ = true;  // nothing stands behind the opening parenthesis yet
};

}  // namespace

void CodeWriter::call(const std::string& head, const std::vector<std::string>& args,
                      const std::string& tail) {
  if (args.empty()) return line(head + "()" + tail);
  fill(head + "(", args, ")" + tail);
}

void CodeWriter::list(const std::string& head, const std::vector<std::string>& items,
                      const std::string& tail) {
  fill(head + "{", items, "}" + tail);
}

void CodeWriter::fill(const std::string& head, const std::vector<std::string>& items,
                      const std::string& tail) {
  Filler filler(*this, kColumns - 2 * depth_, head);
  for (std::size_t i = 0; i < items.size(); ++i) {
    filler.put(items[i] + (i + 1 < items.size() ? "," : tail));
  }
  filler.finish();
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
