// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One row for each function of a symbolic size.
#include "compiler/reader/symbol_functions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "compiler/reader/bytes.h"
#include "ir/diagnostics.h"

namespace mcc {
namespace {

using Arguments = std::vector<Fraction>;

void refuseRounded(const Fraction& a, const Fraction& b) {
  if (a.isRounded || b.isRounded) throw Error("it calculates with a quotient that may be rounded");
}

Fraction plus(const Fraction& a, const Fraction& b) {
  refuseRounded(a, b);
  if (a.under == b.under) return {a.over + b.over, a.under};
  return {a.over * b.under + b.over * a.under, a.under * b.under};
}

Fraction times(const Fraction& a, const Fraction& b) {
  refuseRounded(a, b);
  return {a.over * b.over, a.under * b.under};
}

Fraction quotient(const Fraction& a, const Fraction& b) {
  refuseRounded(a, b);
  if (b.over == Dim(0)) throw Error("it divides by zero");
  const Dim over = a.over * b.under;
  const Dim under = a.under * b.over;
  if (over.isConstant() && under.isConstant() && mod(over, under) == Dim(0)) {
    return {floorDiv(over, under)};
  }
  return {over, under};
}

Fraction roundedQuotient(const Fraction& a, const Fraction& b) {
  Fraction result = quotient(a, b);
  result.isRounded = true;
  return result;
}

Dim ceilOf(const Fraction& a) {
  return a.under == Dim(1) ? a.over : ceilDiv(a.over, a.under);
}

// Towards zero.
Dim truncationOf(const Fraction& a) {
  if (a.under == Dim(1)) return a.over;
  return max(floorOf(a), 0) + min(ceilOf(a), 0);
}

std::int64_t constantOf(const Fraction& a, const char* what) {
  const auto value = wholeOf(a).asConstant();
  if (!value) throw Error(std::string(what) + " is not a constant integer");
  return *value;
}

Fraction power(const Fraction& base, const Fraction& exponent) {
  constexpr std::int64_t kLargestExponent = 62;
  const std::int64_t n = constantOf(exponent, "an exponent");
  if (n > kLargestExponent || n < -kLargestExponent) throw Error("an exponent is too large");
  Fraction product;
  for (std::int64_t i = 0; i < std::abs(n); ++i) product = times(product, base);
  return n < 0 ? quotient({}, product) : product;
}

// 2 to the power of a shift count.
Fraction shiftFactor(const Fraction& count) {
  if (constantOf(count, "a shift") < 0) throw Error("a shift is negative");
  return power({2}, count);
}

Fraction modulo(const Fraction& a, const Fraction& b) {
  if (b.over == Dim(0)) throw Error("it divides by zero");
  return {mod(wholeOf(a), wholeOf(b))};
}

// Max or min, compared over a common denominator.
Fraction extreme(const Fraction& a, const Fraction& b, Dim (*choose)(const Dim&, const Dim&)) {
  refuseRounded(a, b);
  if (a.under == b.under && a.under == Dim(1)) return {choose(a.over, b.over)};
  if (constantOf({a.under}, "a divisor") < 0 || constantOf({b.under}, "a divisor") < 0) {
    throw Error("a divisor is negative");
  }
  return {choose(a.over * b.under, b.over * a.under), a.under * b.under};
}
Fraction larger(const Fraction& a, const Fraction& b) {
  return extreme(a, b, max);
}
Fraction smaller(const Fraction& a, const Fraction& b) {
  return extreme(a, b, min);
}

Fraction fold(const Arguments& all, Fraction (*combine)(const Fraction&, const Fraction&)) {
  Fraction result = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) result = combine(result, all[i]);
  return result;
}

constexpr std::size_t kAny = SIZE_MAX;

// clang-format off
constexpr SizeFunction kFunctions[] = {
    {"Add", 1, kAny, [](const Arguments& a) { return fold(a, plus); }},
    {"Mul", 1, kAny, [](const Arguments& a) { return fold(a, times); }},
    {"Pow", 2, 2, [](const Arguments& a) { return power(a[0], a[1]); }},
    {"PowByNatural", 2, 2, [](const Arguments& a) { return power(a[0], a[1]); }},
    {"Rational", 2, 2, [](const Arguments& a) { return quotient(a[0], a[1]); }},
    {"IntTrueDiv", 2, 2, [](const Arguments& a) { return roundedQuotient(a[0], a[1]); }},
    {"FloatTrueDiv", 2, 2, [](const Arguments& a) { return roundedQuotient(a[0], a[1]); }},
    {"FloorDiv", 2, 2, [](const Arguments& a) { return Fraction{floorOf(quotient(a[0], a[1]))}; }},
    {"CleanDiv", 2, 2, [](const Arguments& a) { return Fraction{floorOf(quotient(a[0], a[1]))}; }},
    {"CeilDiv", 2, 2, [](const Arguments& a) { return Fraction{ceilOf(quotient(a[0], a[1]))}; }},
    {"Mod", 2, 2, [](const Arguments& a) { return modulo(a[0], a[1]); }},
    {"PythonMod", 2, 2, [](const Arguments& a) { return modulo(a[0], a[1]); }},
    {"ModularIndexing", 3, 3,
     [](const Arguments& a) { return modulo({floorOf(quotient(a[0], a[1]))}, a[2]); }},
    {"Max", 1, kAny, [](const Arguments& a) { return fold(a, larger); }},
    {"Min", 1, kAny, [](const Arguments& a) { return fold(a, smaller); }},
    {"LShift", 2, 2, [](const Arguments& a) { return times(a[0], shiftFactor(a[1])); }},
    {"RShift", 2, 2,
     [](const Arguments& a) { return Fraction{floorOf(quotient(a[0], shiftFactor(a[1])))}; }},
    {"FloorToInt", 1, 1, [](const Arguments& a) { return Fraction{floorOf(a[0])}; }},
    {"CeilToInt", 1, 1, [](const Arguments& a) { return Fraction{ceilOf(a[0])}; }},
    {"TruncToInt", 1, 1, [](const Arguments& a) { return Fraction{truncationOf(a[0])}; }},
    {"TruncToFloat", 1, 1, [](const Arguments& a) { return Fraction{truncationOf(a[0])}; }},
    {"ToFloat", 1, 1, [](const Arguments& a) { return a[0]; }},
    {"Identity", 1, 1, [](const Arguments& a) { return a[0]; }},
};

constexpr const char* kUnsupported[] = {
    "Where", "Piecewise", "RoundToInt", "RoundDecimal", "FloatPow",
    "IsNonOverlappingAndDenseIndicator", "Equality", "Eq", "Unequality", "Ne", "StrictLessThan",
    "LessThan", "StrictGreaterThan", "GreaterThan", "And", "Or", "Not",
};
// clang-format on

// Other spellings of functions in the table.
struct Alias {
  const char* name;
  const char* meant;
};
constexpr Alias kAliases[] = {
    {"max", "Max"},
    {"min", "Min"},
    {"torch.sym_max", "Max"},
    {"torch.sym_min", "Min"},
    {"floor", "FloorToInt"},
    {"ceiling", "CeilToInt"},
    {"math.floor", "FloorToInt"},
    {"math.ceil", "CeilToInt"},
    {"math.trunc", "TruncToInt"},
};

}  // namespace

Dim floorOf(const Fraction& value) {
  return value.under == Dim(1) ? value.over : floorDiv(value.over, value.under);
}

Dim wholeOf(const Fraction& value) {
  if (value.under != Dim(1) || value.isRounded) throw Error("a fraction stands for an integer");
  return value.over;
}

const SizeFunction& sizeFunction(const std::string& name) {
  std::string meant = name;
  for (const Alias& alias : kAliases) {
    if (name == alias.name) meant = alias.meant;
  }
  for (const SizeFunction& function : kFunctions) {
    if (meant == function.name) return function;
  }
  for (const char* known : kUnsupported) {
    if (name == known) throw Error("a size can't use the function " + quote(name));
  }
  throw Error("unknown function " + quote(name));
}

Fraction integerLiteral(const std::string& digits) {
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) {
    throw Error("the integer " + quote(digits) + " is out of range");
  }
  return {value};
}

Fraction realLiteral(const std::string& text) {
  constexpr std::int64_t kUnder = 1024;
  constexpr double kLargest = 1 << 20;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  const double over = value * kUnder;
  // Written so that a NaN is refused, too.
  if (result.ec != std::errc() || result.ptr != end || !(std::abs(value) <= kLargest) ||
      over != std::floor(over)) {
    throw Error("the number " + quote(text) + " may round");
  }
  if (value == std::floor(value)) return {static_cast<std::int64_t>(value)};
  return {static_cast<std::int64_t>(over), kUnder};
}

}  // namespace mcc
