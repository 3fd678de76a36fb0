// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions of single numbers, computed in double from their series and defining equations;
// relative errors about 1e-14. Definitions as in torch.special.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "runtime_support/math/integers.h"

namespace mcc::rt {

inline double hypot(double x, double y) { return std::hypot(x, y); }
inline float hypot(float x, float y) { return std::hypot(x, y); }
inline double nextafter(double x, double y) { return std::nextafter(x, y); }
inline float nextafter(float x, float y) { return std::nextafter(x, y); }
inline bool signbit(double x) { return std::signbit(x); }
inline bool signbit(float x) { return std::signbit(x); }

/// The larger or smaller number; NaN only if both are.
template <class T>
constexpr T fmax(T a, T b) {
  return a != a || b > a ? b : a;
}
template <class T>
constexpr T fmin(T a, T b) {
  return a != a || b < a ? b : a;
}

/// The greatest common divisor, not negative where that fits.
template <class T>
constexpr T gcd(T a, T b) {
  while (b != T(0)) {
    const T rest = truncRemainder(a, b);
    a = b;
    b = rest;
  }
  return a < T(0) ? wrapNegate(a) : a;
}

/// All bits turned over.
template <class T>
constexpr T bitwiseNot(T a) {
  return static_cast<T>(~a);
}

inline double lgamma(double x) {
  return std::isinf(x) ? std::numeric_limits<double>::infinity() : std::lgamma(x);
}
inline float lgamma(float x) { return static_cast<float>(lgamma(static_cast<double>(x))); }

inline double digamma(double x) {
  constexpr double kPi = 3.14159265358979323846;
  if (x == 0) return std::copysign(std::numeric_limits<double>::infinity(), -x);
  double shift = 0;
  if (x < 0) {  // reflection; tan of the fractional part keeps large arguments exact
    if (x == std::floor(x)) return std::numeric_limits<double>::quiet_NaN();
    shift = -kPi / std::tan(kPi * (x - std::trunc(x)));
    x = 1 - x;
  }
  for (; x < 10; x += 1) shift -= 1 / x;
  // Asymptotic series: log x - 1/(2x) - sum B_2k / (2k x^2k).
  const double r = 1 / (x * x);
  const double tail = 1.0 / 240 - r * (1.0 / 132 - r * (691.0 / 32760 - r / 12));
  return shift + std::log(x) - 0.5 / x -
         r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * tail)));
}
inline float digamma(float x) { return static_cast<float>(digamma(static_cast<double>(x))); }

/// The modified Bessel function of the first kind of order 0.
inline double besselI0(double x) {
  if (x != x) return x;
  if (std::fabs(x) > 720) return std::numeric_limits<double>::infinity();
  const double quarter = x * x / 4;
  double term = 1;
  double sum = 1;
  for (double k = 1; term > sum * 1e-18; ++k) {  // all terms are positive
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}
inline float besselI0(float x) { return static_cast<float>(besselI0(static_cast<double>(x))); }

/// The logarithm of the normal distribution function.
inline double logNdtr(double x) {
  constexpr double kSqrt2 = 1.41421356237309504880;
  constexpr double kSqrtPi = 1.77245385090551602730;
  const double t = x / kSqrt2;
  if (x >= -1) return std::log1p(-std::erfc(t) / 2);
  const double r = 1 / (2 * t * t);
  const double scaled = -t < 25 ? std::exp(t * t) * std::erfc(-t)
                                : (1 - r * (1 - 3 * r * (1 - 5 * r))) / (-t * kSqrtPi);
  return std::log(scaled / 2) - t * t;
}
inline float logNdtr(float x) { return static_cast<float>(logNdtr(static_cast<double>(x))); }

/// The quantile of the normal distribution for 0 < p <= 1/2: Newton's method on log(ndtr(x)) =
/// log(p), which is concave, from the left of the root.
inline double lowerNdtri(double p) {
  constexpr double kSqrtTwoPi = 2.50662827463100050242;
  const double target = std::log(p);
  double x = -std::sqrt(-2 * target);
  for (int i = 0; i < 60; ++i) {
    const double value = logNdtr(x);
    const double next = x - (value - target) / (std::exp(-x * x / 2 - value) / kSqrtTwoPi);
    if (std::fabs(next - x) <= 1e-16 * std::fabs(next)) return next;
    x = next;
  }
  return x;
}

inline double ndtri(double p) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (p == 0) return -infinity;
  if (p == 1) return infinity;
  if (!(p > 0 && p < 1)) return std::numeric_limits<double>::quiet_NaN();
  return p <= 0.5 ? lowerNdtri(p) : -lowerNdtri(1 - p);
}
inline float ndtri(float p) { return static_cast<float>(ndtri(static_cast<double>(p))); }

inline double erfinv(double y) {
  constexpr double kSqrt2 = 1.41421356237309504880;
  constexpr double kHalfSqrtPi = 0.88622692545275801365;
  const double magnitude = std::fabs(y);
  if (!(magnitude <= 1)) return std::numeric_limits<double>::quiet_NaN();
  if (magnitude == 1) return std::copysign(std::numeric_limits<double>::infinity(), y);
  if (magnitude >= 0.7) return std::copysign(-lowerNdtri((1 - magnitude) / 2) / kSqrt2, y);
  double x = magnitude * kHalfSqrtPi;
  for (int i = 0; i < 20; ++i) {
    const double next = x - (std::erf(x) - magnitude) * kHalfSqrtPi * std::exp(x * x);
    if (std::fabs(next - x) <= 1e-16 * std::fabs(next)) break;
    x = next;
  }
  return std::copysign(x, y);
}
inline float erfinv(float y) { return static_cast<float>(erfinv(static_cast<double>(y))); }

}  // namespace mcc::rt
