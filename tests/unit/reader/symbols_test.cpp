// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbolic sizes and guards as torch writes them, and texts that must never be more than text.
#include "compiler/reader/symbols.h"

#include <doctest/doctest.h>

#include <string>

#include "ir/diagnostics.h"

using mcc::Dim;
using mcc::Guard;
using mcc::parseGuard;
using mcc::parseSize;

namespace {

std::string messageOf(const std::string& expression) {
  try {
    parseSize(expression);
  } catch (const mcc::Error& error) {
    return error.what();
  }
  return "accepted";
}

bool refuses(const std::string& expression, const std::string& mention) {
  return messageOf(expression).find(mention) != std::string::npos;
}

std::int64_t valueOf(const std::string& expression, std::int64_t s0) {
  return parseSize(expression).evaluate({{"s0", s0}});
}

// Inputs x (two sizes), n (an integer), and past[0]['k'] (one size).
std::optional<Dim> inputOf(const std::string& source, std::optional<std::int64_t> dim) {
  if (source == "L['x']" && dim == 0) return Dim::symbol("a");
  if (source == "L['x']" && dim == 1) return Dim::symbol("b");
  if (source == "L['n']" && !dim) return Dim::symbol("n");
  if (source == "L['past'][0]['k']" && dim == 0) return Dim::symbol("k");
  return std::nullopt;
}

// "relation left right", for each part of the guard.
std::string guardText(const std::string& text) {
  const auto guards = parseGuard(text, inputOf);
  if (!guards) return "none";
  std::string out;
  for (const Guard& guard : *guards) {
    constexpr const char* kNames[] = {"eq", "ne", "lt", "le"};
    if (!out.empty()) out += "; ";
    out += std::string(kNames[static_cast<int>(guard.relation)]) + " " + guard.left.text() + " " +
           guard.right.text();
    CHECK(guard.text == text);
  }
  return out;
}

const std::string kS = "Symbol('s0', positive=True, integer=True)";

}  // namespace

TEST_CASE("sizes: srepr") {
  CHECK(parseSize("Integer(-3)") == Dim(-3));
  CHECK(parseSize(kS) == Dim::symbol("s0"));
  CHECK(parseSize("Symbol('u0', integer=True)") == Dim::symbol("u0"));
  CHECK(parseSize("Add(Mul(Integer(2), " + kS + "), Integer(1))").text() == "2*s0 + 1");
  CHECK(parseSize("Pow(" + kS + ", Integer(2))") == Dim::symbol("s0") * Dim::symbol("s0"));
  CHECK(valueOf("Max(Integer(1), Add(FloorDiv(Add(" + kS + ", Integer(-3)), Integer(2)), " +
                    "Integer(-3)))",
                20) == 5);
  CHECK(valueOf("Min(" + kS + ", Integer(7), Integer(9))", 8) == 7);
  CHECK(valueOf("Mod(" + kS + ", Integer(4))", 11) == 3);
  CHECK(valueOf("PythonMod(Mul(Integer(-1), " + kS + "), Integer(4))", 11) == 1);
  CHECK(valueOf("ModularIndexing(" + kS + ", Integer(3), Integer(5))", 40) == 3);
  CHECK(valueOf("CeilDiv(" + kS + ", Integer(4))", 9) == 3);
  CHECK(valueOf("LShift(" + kS + ", Integer(3))", 5) == 40);
  CHECK(valueOf("RShift(" + kS + ", Integer(1))", 7) == 3);
  CHECK(valueOf("PowByNatural(Integer(2), Integer(10))", 0) == 1024);
  CHECK(valueOf("Identity(CleanDiv(Mul(Integer(6), " + kS + "), Integer(3)))", 5) == 10);
}

TEST_CASE("sizes: fractions that cancel or are rounded") {
  CHECK(valueOf("Mul(Rational(1, 2), " + kS + ")", 6) == 3);
  CHECK(valueOf("Add(Mul(Rational(1, 2), " + kS + "), Rational(1, 2))", 7) == 4);
  CHECK(valueOf("Mul(" + kS + ", Pow(Integer(4), Integer(-1)))", 12) == 3);
  CHECK(valueOf("Max(Integer(2), Mul(Rational(1, 2), " + kS + "))", 10) == 5);
  CHECK(valueOf("FloorToInt(IntTrueDiv(" + kS + ", Integer(3)))", 8) == 2);
  CHECK(valueOf("CeilToInt(IntTrueDiv(" + kS + ", Integer(3)))", 8) == 3);
  CHECK(valueOf("TruncToInt(IntTrueDiv(Mul(Integer(-1), " + kS + "), Integer(3)))", 8) == -2);
  CHECK(valueOf("TruncToInt(Mul(Float('1.5', precision=53), ToFloat(" + kS + ")))", 5) == 7);
  CHECK(parseSize("Rational(6, 2)") == Dim(3));
  // 49 * (1/49) is below 1 in floating point: what would round must not be calculated with.
  CHECK(refuses("FloorToInt(Mul(Integer(49), IntTrueDiv(Integer(1), Integer(49))))", "rounded"));
  CHECK(refuses("IntTrueDiv(" + kS + ", Integer(2))", "fraction"));
  CHECK(refuses("Float('0.1', precision=53)", "round"));
  CHECK(refuses("Rational(1, 2)", "fraction"));
  CHECK(refuses("Mod(Mul(Rational(1, 2), " + kS + "), Integer(2))", "fraction"));
}

TEST_CASE("sizes: infix, with Python's precedence") {
  CHECK(parseSize("2*s0 + 1").text() == "2*s0 + 1");
  CHECK(parseSize("s77") == Dim::symbol("s77"));
  CHECK(parseSize("(s0//2)").text() == "s0//2");
  CHECK(parseSize("s0**2 - s0") == Dim::symbol("s0") * Dim::symbol("s0") - Dim::symbol("s0"));
  CHECK(parseSize("-s0 + 8") == Dim(8) - Dim::symbol("s0"));
  CHECK(parseSize("7 - 2 - 1") == Dim(4));
  CHECK(parseSize("2*3**2") == Dim(18));
  CHECK(parseSize("-2**2") == Dim(-4));
  CHECK(parseSize("17 % 5 * 2") == Dim(4));
  CHECK(valueOf("Max(1, s0 - 4)", 9) == 5);
  CHECK(valueOf("FloorToInt(s0/4)", 9) == 2);
}

TEST_CASE("sizes: what is refused says why") {
  CHECK(refuses("Symbol('s20', positive=True", "Symbol('s20'"));
  CHECK(refuses("", "expression"));
  CHECK(refuses("Frobnicate(Integer(1))", "Frobnicate"));
  CHECK(refuses("__import__('os').system('touch X')", "expression"));
  CHECK(refuses("FloorDiv(" + kS + ", Integer(0))", "zero"));
  CHECK(refuses("Mod(" + kS + ", Integer(0))", "zero"));
  CHECK(refuses("Integer(9223372036854775808)", "range"));
  CHECK(refuses("Pow(Integer(9), Pow(Integer(9), Pow(Integer(9), Integer(9))))", "exponent"));
  CHECK(refuses("Pow(Integer(10), Integer(60))", "expression"));
  CHECK(refuses("Integer(1) Integer(2)", "column 12"));
  CHECK(refuses("Where(Integer(1), Integer(2), Integer(3))", "Where"));
  CHECK(refuses("Add()", "arguments"));
  CHECK(refuses("FloorDiv(Integer(1))", "arguments"));
  CHECK(refuses("s0 < 3", "integer"));
  CHECK(refuses("'text", "expression"));
}

TEST_CASE("sizes: depth and length are limited") {
  std::string nested = "Integer(1)";
  std::string open;
  for (int i = 0; i < 50000; ++i) open += "Add(";
  CHECK(refuses(open + nested + std::string(50000, ')'), "deep"));
  CHECK(refuses(std::string(100000, '('), "deep"));
  CHECK(refuses(std::string(100000, '-') + "1", "deep"));
  CHECK(refuses("f" + std::string(100000, '('), "deep"));
  std::string calls = "f";
  for (int i = 0; i < 50000; ++i) calls += "()";
  CHECK(refuses(calls, "deep"));
  std::string sum = "1";
  for (int i = 0; i < 1000; ++i) sum += "+1";
  CHECK(parseSize(sum) == Dim(1001));
  std::string parts = "1";
  for (int i = 0; i < 50000; ++i) parts += "+1";
  CHECK(refuses(parts, "parts"));
}

TEST_CASE("guards") {
  CHECK(guardText("L['x'].size()[0] == L['x'].size()[1]") == "eq a b");
  CHECK(guardText("(L['x'].size()[0] % 4) == 0") == "eq a%4 0");
  CHECK(guardText("((-1) + L['x'].size()[0]) == (2*L['x'].size()[1])") == "eq a - 1 2*b");
  CHECK(guardText("L['n'] >= 0 and L['n'] <= 12") == "le 0 n; le n 12");
  CHECK(guardText("0 <= L['n'] < 12") == "le 0 n; lt n 12");
  CHECK(guardText("L['x'].size()[0] > 3") == "lt 3 a");
  CHECK(guardText("(8*torch.sym_max(1, (7 + L['x'].size()[1]) // 8)) != L['x'].size()[1]") ==
        "ne 8*max((b + 7)//8, 1) b");
  CHECK(guardText("L['past'][0]['k'].size()[0] == 3") == "eq k 3");
}

TEST_CASE("guards of other forms are left to the caller") {
  CHECK(guardText("__import__('os').system('touch X') == 0") == "none");
  CHECK(guardText("L['y'].size()[0] == 3") == "none");
  CHECK(guardText("L['x'].size()[0] == 3 or L['n'] == 1") == "none");
  CHECK(guardText("not L['n']") == "none");
  CHECK(guardText("L['x'].dtype == torch.float32") == "none");
  CHECK(guardText("L['x'].size()[-1] == 3") == "none");
  CHECK(guardText("L['x'].size()[0] / 2 == 3") == "none");
  CHECK(guardText("L == 3") == "none");
  CHECK(guardText("L['n']") == "none");
  CHECK(guardText("s0 == 3") == "none");
}
