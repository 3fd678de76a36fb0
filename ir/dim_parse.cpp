// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads Dims: integers, symbols, + - * // % **, parentheses, and the functions below.
//   sum     = product {("+" | "-") product}
//   product = factor {("*" | "//" | "%") factor}
//   factor  = {"-"} primary ["**" integer]
//   primary = integer | symbol | function "(" sum {"," sum} ")" | "(" sum ")"
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "ir/checked_int.h"
#include "ir/dim_expr.h"

namespace mcc {

namespace {

struct Function {
  std::string_view name;
  Dim (*apply)(const Dim&, const Dim&);
  std::size_t fewest;
  std::size_t most;
};

constexpr std::array<Function, 5> kFunctions = {{
    {"floordiv", floorDiv, 2, 2},
    {"ceildiv", ceilDiv, 2, 2},
    {"mod", mod, 2, 2},
    {"max", max, 1, kMaxOperands},
    {"min", min, 1, kMaxOperands},
}};

constexpr int kMaxNesting = 100;  // of parentheses, in the text

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Dim parse() {
    const Dim result = sum();
    if (!rest().empty()) fail("unexpected '" + std::string(rest().substr(0, 1)) + "'");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error("cannot read the size '" + text_.substr(0, 100) + "': " + what + " at column " +
                std::to_string(at_ + 1));
  }

  std::string_view rest() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return std::string_view(text_).substr(at_);
  }

  bool accept(std::string_view token) {
    if (!rest().starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  void expect(std::string_view token) {
    if (!accept(token)) fail("expected '" + std::string(token) + "'");
  }

  static bool isDigit(char c) { return c >= '0' && c <= '9'; }

  bool atDigit() { return !rest().empty() && isDigit(rest()[0]); }

  // Reads the digits as a negative number, since -INT64_MIN is none.
  std::int64_t negatedInteger() {
    std::size_t end = at_;
    while (end < text_.size() && isDigit(text_[end])) ++end;
    const std::string digits = "-" + text_.substr(at_, end - at_);
    std::int64_t value = 0;
    const auto status = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status.ec != std::errc()) fail("a number beyond 64 bits");
    at_ = end;
    return value;
  }

  Dim sum() {
    if (++nesting_ > kMaxNesting) fail("nested too deeply");
    Dim result = product();
    for (;;) {
      if (accept("+")) {
        result = result + product();
      } else if (accept("-")) {
        result = result - product();
      } else {
        --nesting_;
        return result;
      }
    }
  }

  Dim product() {
    Dim result = factor();
    for (;;) {
      if (accept("//")) {
        result = floorDiv(result, factor());
      } else if (accept("%")) {
        result = mod(result, factor());
      } else if (accept("*")) {
        result = result * factor();
      } else {
        return result;
      }
    }
  }

  Dim factor() {
    bool negative = false;
    while (accept("-")) negative = !negative;
    if (atDigit()) {
      const std::int64_t value = negatedInteger();
      if (negative && !accept("**")) return value;
      if (negative) return -power(-Dim(value));
      return accept("**") ? power(-Dim(value)) : -Dim(value);
    }
    const Dim value = primary();
    const Dim result = accept("**") ? power(value) : value;
    return negative ? -result : result;
  }

  Dim power(const Dim& of) {
    if (!atDigit()) fail("expected an exponent");
    const std::int64_t exponent = -Dim(negatedInteger()).constant();
    if (exponent > kMaxDegree) fail("the exponent is too large");
    Dim result = 1;
    for (std::int64_t i = 0; i < exponent; ++i) result = result * of;
    return result;
  }

  Dim primary() {
    if (accept("(")) {
      const Dim result = sum();
      expect(")");
      return result;
    }
    const std::string_view left = rest();
    std::size_t length = 0;
    const auto inName = [](char c) {
      return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    while (length < left.size() && inName(left[length])) ++length;
    if (left.empty()) fail("unexpected end");
    if (length == 0) fail("unexpected '" + text_.substr(at_, 1) + "'");
    const std::string name(left.substr(0, length));
    at_ += length;
    return accept("(") ? call(name) : Dim::symbol(name);
  }

  Dim call(const std::string& name) {
    const Function* function = nullptr;
    for (const Function& candidate : kFunctions) {
      if (candidate.name == name) function = &candidate;
    }
    if (function == nullptr) fail("unknown function '" + name + "'");
    std::vector<Dim> arguments{sum()};
    while (accept(",")) arguments.push_back(sum());
    expect(")");
    if (arguments.size() < function->fewest || arguments.size() > function->most) {
      fail("wrong number of arguments of '" + name + "'");
    }
    Dim result = arguments[0];
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      result = function->apply(result, arguments[i]);
    }
    return result;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace

Dim Dim::parse(const std::string& text) { return Parser(text).parse(); }

}  // namespace mcc
