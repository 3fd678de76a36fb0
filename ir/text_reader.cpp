// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens of the textual IR.
#include "ir/text_reader.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "ir/diagnostics.h"
#include "ir/text_syntax.h"

namespace mcc::syntax {

void TextReader::fail(const std::string& what) const {
  const std::size_t position = next();
  const std::string_view before = std::string_view(text_).substr(0, position);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 == 0
  throw Error(std::to_string(line) + ":" + std::to_string(position - start + 1) + ": " + what);
}

TextReader::Nesting::Nesting(TextReader& reader) : reader_(reader) {
  if (++reader_.nesting_ > kMaxNesting) reader_.fail("nested too deeply");
}

std::size_t TextReader::next() const {
  std::size_t position = at_;
  while (position < text_.size()) {
    if (text_.compare(position, 2, "//") == 0) {
      position = std::min(text_.find('\n', position), text_.size());
    } else if (std::string_view(" \t\r\n").find(text_[position]) != std::string_view::npos) {
      ++position;
    } else {
      break;
    }
  }
  return position;
}

bool TextReader::at(std::string_view token) const {
  return text_.compare(next(), token.size(), token) == 0;
}

bool TextReader::accept(std::string_view token) {
  if (!at(token)) return false;
  at_ = next() + token.size();
  return true;
}

void TextReader::expect(std::string_view token) {
  if (!accept(token)) fail("expected '" + std::string(token) + "'");
}

std::string_view TextReader::wordAt(std::size_t position) const {
  std::size_t end = position;
  while (isWordChar(charAt(end))) ++end;
  if (end == position) return {};
  const std::string_view word = std::string_view(text_).substr(position, end - position);
  return isWord(word) ? word : std::string_view();
}

bool TextReader::acceptWord(std::string_view word) {
  if (wordAt(next()) != word) return false;
  at_ = next() + word.size();
  return true;
}

void TextReader::expectWord(std::string_view word) {
  if (!acceptWord(word)) fail("expected '" + std::string(word) + "'");
}

std::string TextReader::word() {
  const std::string result(wordAt(next()));
  if (result.empty()) fail("expected a name");
  at_ = next() + result.size();
  return result;
}

char TextReader::escape() {
  const char kind = charAt(at_++);
  if (kind == '"' || kind == '\\') return kind;
  if (kind == 'n') return '\n';
  if (kind == 't') return '\t';
  if (kind != 'x') fail("unknown escape in a string");
  unsigned value = 0;
  const std::string digits = text_.substr(at_, 2);
  const char* end = digits.data() + digits.size();
  if (digits.size() < 2 || std::from_chars(digits.data(), end, value, 16).ptr != end) {
    fail("\\x needs two hexadecimal digits");
  }
  at_ += 2;
  return static_cast<char>(value);
}

std::string TextReader::quotedString() {
  expect("\"");
  std::string result;
  while (at_ < text_.size() && text_[at_] != '\n') {
    const char c = text_[at_++];
    if (c == '"') return result;
    result += c == '\\' ? escape() : c;
  }
  fail("a string without end");
}

std::string TextReader::wordOrQuoted() { return at("\"") ? quotedString() : word(); }

std::string TextReader::valueName() {
  expect("%");
  const std::size_t start = at_;
  while (isWordChar(charAt(at_)) || charAt(at_) == '.') ++at_;
  if (start == at_) fail("expected the name of a value");
  return text_.substr(start, at_ - start);
}

std::int64_t TextReader::integer() {
  std::int64_t value = 0;
  const char* last = text_.data() + text_.size();
  const auto [end, status] = std::from_chars(text_.data() + next(), last, value);
  if (status == std::errc::result_out_of_range) fail("a number beyond 64 bits");
  if (status != std::errc()) fail("expected an integer");
  at_ = static_cast<std::size_t>(end - text_.data());
  return value;
}

double TextReader::real() {
  const bool negative = charAt(next()) == '-';
  const std::size_t start = next() + (negative ? 1 : 0);
  if (const std::string_view name = wordAt(start); name == "inf" || name == "nan") {
    at_ = start + name.size();
    if (name == "nan") return std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }
  double value = 0;
  const char* last = text_.data() + text_.size();
  const auto [end, status] = std::from_chars(text_.data() + next(), last, value);
  if (status != std::errc()) fail("expected a number");
  at_ = static_cast<std::size_t>(end - text_.data());
  return value;
}

std::string TextReader::originField(std::string_view end) {
  if (charAt(at_) == '"') return quotedString();
  const std::size_t stop = std::min(text_.find_first_of(end, at_), text_.size());
  const std::string field = text_.substr(at_, stop - at_);
  at_ = stop;
  return field == "-" ? "" : field;
}

Origin TextReader::origin() {
  const std::size_t before = at_;
  at_ = std::min(text_.find_first_not_of(' ', at_), text_.size());
  Origin result;
  if (text_.compare(at_, 3, "// ") == 0) {
    at_ += 3;
    result.file = originField(": \n");
  }
  const char sign = charAt(at_ + 1);
  if (charAt(at_) != ':' || at_ == before || !(isDigit(sign) || sign == '-')) {
    at_ = before;
    return {};
  }
  ++at_;
  result.line = integer();
  for (std::string* field : {&result.module, &result.node}) {
    if (charAt(at_) != ' ') fail("expected ' <module> <node>' after the line of the origin");
    ++at_;
    *field = originField(" \n");
  }
  return result;
}

}  // namespace mcc::syntax
