// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointwise functions of real numbers, in double.
#include <cmath>
#include <limits>

#include "ir/ops/pointwise_functions.h"
#include "ir/ops/special_functions.h"
#include "ir/tensor.h"

namespace mcc {
namespace {

double truth(bool value) {
  return value ? 1.0 : 0.0;
}

double remainderOf(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
}

// The quotient before rounding is exact up to one rounding, so it is pulled to the nearest integer.
double floorDivOf(double a, double b) {
  if (b == 0) return a / b;
  const double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double floored = std::floor(quotient);
  return quotient - floored > 0.5 ? floored + 1 : floored;
}

double maximumOf(double a, double b) {
  if (std::isnan(a)) return a;
  return std::isnan(b) || b > a ? b : a;
}

double minimumOf(double a, double b) {
  if (std::isnan(a)) return a;
  return std::isnan(b) || b < a ? b : a;
}

double signOf(double x) {
  return x > 0 ? 1.0 : (x < 0 ? -1.0 : 0.0);
}

struct UnaryReal {
  Op op;
  double (*function)(double);
};

constexpr UnaryReal kUnaryReal[] = {
    {Op::neg, [](double x) { return -x; }},
    {Op::abs, [](double x) { return std::fabs(x); }},
    {Op::sign, signOf},
    {Op::relu, [](double x) { return x < 0 ? 0.0 : x; }},
    {Op::ceil, [](double x) { return std::ceil(x); }},
    {Op::floor, [](double x) { return std::floor(x); }},
    {Op::round, [](double x) { return std::nearbyint(x); }},
    {Op::trunc, [](double x) { return std::trunc(x); }},
    {Op::sqrt, [](double x) { return std::sqrt(x); }},
    {Op::rsqrt, [](double x) { return 1 / std::sqrt(x); }},
    {Op::reciprocal, [](double x) { return 1 / x; }},
    {Op::exp, [](double x) { return std::exp(x); }},
    {Op::exp2, [](double x) { return std::exp2(x); }},
    {Op::expm1, [](double x) { return std::expm1(x); }},
    {Op::log, [](double x) { return std::log(x); }},
    {Op::log2, [](double x) { return std::log2(x); }},
    {Op::log10, [](double x) { return std::log10(x); }},
    {Op::log1p, [](double x) { return std::log1p(x); }},
    {Op::sin, [](double x) { return std::sin(x); }},
    {Op::cos, [](double x) { return std::cos(x); }},
    {Op::tan, [](double x) { return std::tan(x); }},
    {Op::asin, [](double x) { return std::asin(x); }},
    {Op::acos, [](double x) { return std::acos(x); }},
    {Op::atan, [](double x) { return std::atan(x); }},
    {Op::sinh, [](double x) { return std::sinh(x); }},
    {Op::cosh, [](double x) { return std::cosh(x); }},
    {Op::tanh, [](double x) { return std::tanh(x); }},
    {Op::asinh, [](double x) { return std::asinh(x); }},
    {Op::acosh, [](double x) { return std::acosh(x); }},
    {Op::atanh, [](double x) { return std::atanh(x); }},
    {Op::sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }},
    {Op::erf, [](double x) { return std::erf(x); }},
    {Op::erfc, [](double x) { return std::erfc(x); }},
    {Op::erfinv, special::erfinv},
    {Op::lgamma, special::lgamma},
    {Op::digamma, special::digamma},
    {Op::bessel_i0, special::besselI0},
    {Op::log_ndtr, special::logNdtr},
    {Op::ndtri, special::ndtri},
    {Op::isnan, [](double x) { return truth(std::isnan(x)); }},
    {Op::isinf, [](double x) { return truth(std::isinf(x)); }},
    {Op::signbit, [](double x) { return truth(std::signbit(x)); }},
};

struct BinaryReal {
  Op op;
  double (*function)(double, double);
};

constexpr BinaryReal kBinaryReal[] = {
    {Op::add, [](double a, double b) { return a + b; }},
    {Op::sub, [](double a, double b) { return a - b; }},
    {Op::mul, [](double a, double b) { return a * b; }},
    {Op::div, [](double a, double b) { return a / b; }},
    {Op::floor_div, floorDivOf},
    {Op::remainder, remainderOf},
    {Op::fmod, [](double a, double b) { return std::fmod(a, b); }},
    {Op::pow, [](double a, double b) { return std::pow(a, b); }},
    {Op::maximum, maximumOf},
    {Op::minimum, minimumOf},
    {Op::fmax, [](double a, double b) { return std::fmax(a, b); }},
    {Op::fmin, [](double a, double b) { return std::fmin(a, b); }},
    {Op::atan2, [](double a, double b) { return std::atan2(a, b); }},
    {Op::hypot, [](double a, double b) { return std::hypot(a, b); }},
    {Op::copysign, [](double a, double b) { return std::copysign(a, b); }},
    {Op::eq, [](double a, double b) { return truth(a == b); }},
    {Op::ne, [](double a, double b) { return truth(a != b); }},
    {Op::lt, [](double a, double b) { return truth(a < b); }},
    {Op::le, [](double a, double b) { return truth(a <= b); }},
    {Op::gt, [](double a, double b) { return truth(a > b); }},
    {Op::ge, [](double a, double b) { return truth(a >= b); }},
};

// Neighbours of a number with `bits` of significand and smallest normal exponent 2^minExponent.
double nextInFormat(double a, double b, int bits, int minExponent, double largest) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return b;
  const double tiniest = std::ldexp(1.0, minExponent - bits + 1);
  if (a == 0) return std::copysign(tiniest, b);
  const bool grows = (b > a) == (a > 0);  // in magnitude
  const double magnitude = std::fabs(a);
  if (std::isinf(a)) return std::copysign(largest, a);
  int exponent = 0;
  const double fraction = std::frexp(magnitude, &exponent);
  if (!grows && fraction == 0.5) --exponent;  // below a power of two numbers are denser
  const double step = std::fmax(std::ldexp(1.0, exponent - bits), tiniest);
  const double next = grows ? magnitude + step : magnitude - step;
  return std::copysign(next > largest ? std::numeric_limits<double>::infinity() : next, a);
}

double nextHalf(double a, double b) {
  return nextInFormat(a, b, 11, -14, 65504.0);
}

double nextBfloat(double a, double b) {
  return nextInFormat(a, b, 8, -126, static_cast<double>(bfloatToFloat(0x7f7f)));
}

double nextFloat(double a, double b) {
  return static_cast<double>(std::nextafter(static_cast<float>(a), static_cast<float>(b)));
}

double nextDouble(double a, double b) {
  return std::nextafter(a, b);
}

}  // namespace

ScalarFunction<double> realFunction(Op op, DType dtype) {
  if (op == Op::nextafter) {
    if (dtype == DType::f16) return {nullptr, nextHalf};
    if (dtype == DType::bf16) return {nullptr, nextBfloat};
    return {nullptr, dtype == DType::f32 ? nextFloat : nextDouble};
  }
  for (const UnaryReal& row : kUnaryReal) {
    if (row.op == op) return {row.function, nullptr};
  }
  for (const BinaryReal& row : kBinaryReal) {
    if (row.op == op) return {nullptr, row.function};
  }
  return {};
}

}  // namespace mcc
