// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointwise functions of complex numbers, in complex<double>.
#include <cmath>

#include "ir/ops/pointwise_functions.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

using Complex = std::complex<double>;

Complex truth(bool value) {
  return value ? 1.0 : 0.0;
}

bool anyNan(Complex z) {
  return std::isnan(z.real()) || std::isnan(z.imag());
}
bool anyInf(Complex z) {
  return std::isinf(z.real()) || std::isinf(z.imag());
}

// 0^w is 1 for w = 0 and 0 for a positive real part, where the general formula gives NaN.
Complex power(Complex base, Complex exponent) {
  if (exponent == Complex(0)) return 1.0;
  if (base == Complex(0) && exponent.real() > 0) return 0.0;
  return std::pow(base, exponent);
}

struct UnaryComplex {
  Op op;
  Complex (*function)(Complex);
};

constexpr UnaryComplex kUnaryComplex[] = {
    {Op::neg, [](Complex z) { return -z; }},
    {Op::sqrt, [](Complex z) { return std::sqrt(z); }},
    {Op::rsqrt, [](Complex z) { return 1.0 / std::sqrt(z); }},
    {Op::reciprocal, [](Complex z) { return 1.0 / z; }},
    {Op::exp, [](Complex z) { return std::exp(z); }},
    {Op::log, [](Complex z) { return std::log(z); }},
    {Op::sin, [](Complex z) { return std::sin(z); }},
    {Op::cos, [](Complex z) { return std::cos(z); }},
    {Op::tan, [](Complex z) { return std::tan(z); }},
    {Op::asin, [](Complex z) { return std::asin(z); }},
    {Op::acos, [](Complex z) { return std::acos(z); }},
    {Op::atan, [](Complex z) { return std::atan(z); }},
    {Op::sinh, [](Complex z) { return std::sinh(z); }},
    {Op::cosh, [](Complex z) { return std::cosh(z); }},
    {Op::tanh, [](Complex z) { return std::tanh(z); }},
    {Op::asinh, [](Complex z) { return std::asinh(z); }},
    {Op::acosh, [](Complex z) { return std::acosh(z); }},
    {Op::atanh, [](Complex z) { return std::atanh(z); }},
    {Op::sigmoid, [](Complex z) { return 1.0 / (1.0 + std::exp(-z)); }},
    {Op::isnan, [](Complex z) { return truth(anyNan(z)); }},
    {Op::isinf, [](Complex z) { return truth(anyInf(z)); }},
};

struct BinaryComplex {
  Op op;
  Complex (*function)(Complex, Complex);
};

constexpr BinaryComplex kBinaryComplex[] = {
    {Op::add, [](Complex a, Complex b) { return a + b; }},
    {Op::sub, [](Complex a, Complex b) { return a - b; }},
    {Op::mul, [](Complex a, Complex b) { return multiplyValues(a, b); }},
    {Op::div, [](Complex a, Complex b) { return a / b; }},
    {Op::pow, power},
    {Op::eq, [](Complex a, Complex b) { return truth(a == b); }},
    {Op::ne, [](Complex a, Complex b) { return truth(a != b); }},
};

}  // namespace

ScalarFunction<Complex> complexFunction(Op op) {
  for (const UnaryComplex& row : kUnaryComplex) {
    if (row.op == op) return {row.function, nullptr};
  }
  for (const BinaryComplex& row : kBinaryComplex) {
    if (row.op == op) return {nullptr, row.function};
  }
  return {};
}

}  // namespace mcc
