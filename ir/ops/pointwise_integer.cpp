// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointwise functions of integers and bools, in int64; the caller wraps results to the type.
#include "ir/evaluate.h"
#include "ir/ops/pointwise_functions.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

using Int = std::int64_t;

Int negate(Int x) {
  return wrapMultiply(x, -1);
}

void requireDivisor(Int b) {
  if (b == 0) throw EvaluationFault(EvaluationFault::Kind::division, "integer division by zero");
}

Int divide(Int a, Int b) {
  requireDivisor(b);
  return b == -1 ? negate(a) : a / b;
}

Int fmodOf(Int a, Int b) {
  requireDivisor(b);
  return b == -1 ? 0 : a % b;
}

Int floorDivOf(Int a, Int b) {
  const Int quotient = divide(a, b);
  return fmodOf(a, b) != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Int remainderOf(Int a, Int b) {
  const Int rest = fmodOf(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

Int power(Int base, Int exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    return 0;
  }
  Int result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = wrapMultiply(result, base);
    base = wrapMultiply(base, base);
  }
  return result;
}

Int greatestDivisor(Int a, Int b) {
  auto x = static_cast<std::uint64_t>(a < 0 ? negate(a) : a);
  auto y = static_cast<std::uint64_t>(b < 0 ? negate(b) : b);
  while (y != 0) {
    const std::uint64_t rest = x % y;
    x = y;
    y = rest;
  }
  return static_cast<Int>(x);
}

// Counts beyond the type's width shift everything out, which the caller's wrapping does as well.
Int shiftLeftOf(Int a, Int b) {
  return b < 0 || b > 63 ? 0 : static_cast<Int>(static_cast<std::uint64_t>(a) << b);
}

Int shiftRightOf(Int a, Int b) {
  return a >> (b < 0 || b > 63 ? 63 : b);
}

struct UnaryInteger {
  Op op;
  Int (*function)(Int);
};

constexpr UnaryInteger kUnaryInteger[] = {
    {Op::neg, negate},
    {Op::abs, [](Int x) { return x < 0 ? negate(x) : x; }},
    {Op::sign, [](Int x) { return Int{x > 0} - Int{x < 0}; }},
    {Op::relu, [](Int x) { return x < 0 ? Int{0} : x; }},
    {Op::bitwise_not, [](Int x) { return ~x; }},
    {Op::logical_not, [](Int x) { return Int{x == 0}; }},
    {Op::isnan, [](Int) { return Int{0}; }},
    {Op::isinf, [](Int) { return Int{0}; }},
    {Op::signbit, [](Int x) { return Int{x < 0}; }},
};

struct BinaryInteger {
  Op op;
  Int (*function)(Int, Int);
};

constexpr BinaryInteger kBinaryInteger[] = {
    {Op::add, wrapAdd},
    {Op::sub, [](Int a, Int b) { return wrapAdd(a, negate(b)); }},
    {Op::mul, wrapMultiply},
    {Op::div, divide},
    {Op::floor_div, floorDivOf},
    {Op::remainder, remainderOf},
    {Op::fmod, fmodOf},
    {Op::pow, power},
    {Op::maximum, [](Int a, Int b) { return a > b ? a : b; }},
    {Op::minimum, [](Int a, Int b) { return a < b ? a : b; }},
    {Op::fmax, [](Int a, Int b) { return a > b ? a : b; }},
    {Op::fmin, [](Int a, Int b) { return a < b ? a : b; }},
    {Op::gcd, greatestDivisor},
    {Op::eq, [](Int a, Int b) { return Int{a == b}; }},
    {Op::ne, [](Int a, Int b) { return Int{a != b}; }},
    {Op::lt, [](Int a, Int b) { return Int{a < b}; }},
    {Op::le, [](Int a, Int b) { return Int{a <= b}; }},
    {Op::gt, [](Int a, Int b) { return Int{a > b}; }},
    {Op::ge, [](Int a, Int b) { return Int{a >= b}; }},
    {Op::logical_and, [](Int a, Int b) { return a & b; }},
    {Op::logical_or, [](Int a, Int b) { return a | b; }},
    {Op::logical_xor, [](Int a, Int b) { return a ^ b; }},
    {Op::bitwise_and, [](Int a, Int b) { return a & b; }},
    {Op::bitwise_or, [](Int a, Int b) { return a | b; }},
    {Op::bitwise_xor, [](Int a, Int b) { return a ^ b; }},
    {Op::shift_left, shiftLeftOf},
    {Op::shift_right, shiftRightOf},
};

}  // namespace

ScalarFunction<Int> integerFunction(Op op) {
  for (const UnaryInteger& row : kUnaryInteger) {
    if (row.op == op) return {row.function, nullptr};
  }
  for (const BinaryInteger& row : kBinaryInteger) {
    if (row.op == op) return {nullptr, row.function};
  }
  return {};
}

ScalarFunction<Int> booleanFunction(Op op) {
  return integerFunction(op == Op::bitwise_not ? Op::logical_not : op);
}

}  // namespace mcc
