// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of complex numbers against what real functions say of them: exponential form, and
// inverse functions undone.
#include "runtime_support/math/complex_functions.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace mcc::rt {
namespace {

using Complex = std::complex<double>;
using Single = std::complex<float>;

Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
Complex over(Complex a, Complex b) {
  const Complex top = times(a, std::conj(b));
  const double size = b.real() * b.real() + b.imag() * b.imag();
  return {top.real() / size, top.imag() / size};
}
Complex power(Complex z) {
  const double size = std::exp(z.real());
  return {size * std::cos(z.imag()), size * std::sin(z.imag())};
}
Complex logarithm(Complex z) {
  return {std::log(std::hypot(z.real(), z.imag())), std::atan2(z.imag(), z.real())};
}

const Complex kI(0, 1);
Complex hyperbolicSine(Complex z) { return (power(z) - power(-z)) / 2.0; }
Complex hyperbolicCosine(Complex z) { return (power(z) + power(-z)) / 2.0; }
Complex hyperbolicTangent(Complex z) { return over(hyperbolicSine(z), hyperbolicCosine(z)); }

struct Row {
  Complex (*function)(Complex);
  Single (*single)(Single);
  Complex (*expected)(Complex);
};

const Row kRows[] = {
    {exp, exp, power},
    {log, log, logarithm},
    {sqrt, sqrt, [](Complex z) { return power(logarithm(z) / 2.0); }},
    {rsqrt, rsqrt, [](Complex z) { return power(logarithm(z) / -2.0); }},
    {sinh, sinh, hyperbolicSine},
    {cosh, cosh, hyperbolicCosine},
    {tanh, tanh, hyperbolicTangent},
    {sin, sin, [](Complex z) { return times(-kI, hyperbolicSine(times(kI, z))); }},
    {cos, cos, [](Complex z) { return hyperbolicCosine(times(kI, z)); }},
    {tan, tan, [](Complex z) { return times(-kI, hyperbolicTangent(times(kI, z))); }},
    {sigmoid, sigmoid, [](Complex z) { return over(1.0, 1.0 + power(-z)); }},
};

struct Inverse {
  Complex (*function)(Complex);
  Single (*single)(Single);
  Complex (*undo)(Complex);
};

const Inverse kInverses[] = {
    {asinh, asinh, hyperbolicSine},
    {acosh, acosh, hyperbolicCosine},
    {atanh, atanh, hyperbolicTangent},
    {asin, asin, [](Complex z) { return times(-kI, hyperbolicSine(times(kI, z))); }},
    {acos, acos, [](Complex z) { return hyperbolicCosine(times(kI, z)); }},
    {atan, atan, [](Complex z) { return times(-kI, hyperbolicTangent(times(kI, z))); }},
};

const Complex kPoints[] = {{0.5, 0.25}, {-1.5, 0.75}, {2, -1}, {-0.25, -2}, {1e-3, 3}};

bool near(Complex got, Complex expected, double tolerance) {
  return std::hypot(got.real() - expected.real(), got.imag() - expected.imag()) <=
         tolerance * (1 + std::hypot(expected.real(), expected.imag()));
}

}  // namespace

TEST_CASE("complex functions equal their exponential form") {
  for (const Row& row : kRows) {
    CAPTURE(&row - kRows);
    for (const Complex z : kPoints) {
      CHECK(near(row.function(z), row.expected(z), 1e-14));
      CHECK(near(Complex(row.single(Single(z))), row.expected(z), 1e-6));
    }
  }
}

TEST_CASE("inverse complex functions are undone") {
  for (const Inverse& row : kInverses) {
    CAPTURE(&row - kInverses);
    for (const Complex z : kPoints) {
      CHECK(near(row.undo(row.function(z)), z, 1e-13));
      CHECK(near(row.undo(Complex(row.single(Single(z)))), z, 1e-5));
    }
  }
}

TEST_CASE("complex powers, parts and magnitudes") {
  for (const Complex z : kPoints) {
    const Complex w(0.5, -1);
    CHECK(near(pow(z, w), power(times(logarithm(z), w)), 1e-13));
    CHECK(near(Complex(pow(Single(z), Single(w))), power(times(logarithm(z), w)), 1e-5));
    CHECK(complex(real(z), imag(z)) == z);
    CHECK(abs(z) == doctest::Approx(std::hypot(z.real(), z.imag())));
  }
  CHECK(pow(Complex(0), Complex(0)) == 1.0);
  CHECK(pow(Complex(0), Complex(2, 1)) == 0.0);
  CHECK(pow(Single(0), Single(0)) == 1.0f);
  CHECK(std::isinf(abs(Single(-std::numeric_limits<float>::infinity(), 0))));
}

}  // namespace mcc::rt
