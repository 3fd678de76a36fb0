// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words, quoted strings and numbers of the textual IR.
#include "ir/text_syntax.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace mcc::syntax {

namespace {

constexpr std::array<std::string_view, 6> kReserved = {"none", "true", "false",
                                                       "inf",  "nan",  "complex"};

template <class Real>
std::string shortest(Real value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool isWordChar(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isWord(std::string_view text) {
  return !text.empty() && !isDigit(text[0]) && std::all_of(text.begin(), text.end(), isWordChar);
}

bool isReserved(std::string_view word) {
  return std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end() ||
         dtypeFromName(std::string(word)).has_value();
}

std::string quoted(const std::string& text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (c == '\n' || c == '\t') {
      result += c == '\n' ? "\\n" : "\\t";
    } else if (byte < 0x20 || byte > 0x7e) {
      result += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string wordOrQuoted(const std::string& text) { return isWord(text) ? text : quoted(text); }

std::string realText(double value) { return shortest(value); }
std::string realText(float value) { return shortest(value); }

}  // namespace mcc::syntax
