// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions from their series and defining equations; relative errors about 1e-14.
#include "ir/ops/special_functions.h"

#include <cmath>
#include <limits>

namespace mcc::special {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSqrt2 = 1.41421356237309504880;
constexpr double kSqrtPi = 1.77245385090551602730;
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// exp(t^2) erfc(t) for t >= 0; beyond 25 by the asymptotic series.
double scaledErfc(double t) {
  if (t < 25) return std::exp(t * t) * std::erfc(t);
  const double r = 1 / (2 * t * t);
  return (1 - r * (1 - 3 * r * (1 - 5 * r))) / (t * kSqrtPi);
}

// Newton's method on log(ndtr(x)) = log(p), p <= 1/2. The function is concave and the start lies
// left of the root, so the steps approach it from one side.
double lowerNdtri(double p) {
  const double target = std::log(p);
  double x = -std::sqrt(-2 * target);
  for (int i = 0; i < 60; ++i) {
    const double value = logNdtr(x);
    const double slope = std::exp(-x * x / 2 - value) / std::sqrt(2 * kPi);
    const double next = x - (value - target) / slope;
    if (std::fabs(next - x) <= 1e-16 * std::fabs(next)) return next;
    x = next;
  }
  return x;
}

// The same for erf(x) = y, 0 <= y < 0.7.
double smallErfinv(double y) {
  double x = y * kSqrtPi / 2;
  for (int i = 0; i < 20; ++i) {
    const double next = x - (std::erf(x) - y) * (kSqrtPi / 2) * std::exp(x * x);
    if (std::fabs(next - x) <= 1e-16 * std::fabs(next)) return next;
    x = next;
  }
  return x;
}

}  // namespace

double lgamma(double x) {
  if (std::isinf(x)) return kInf;
  return std::lgamma(x);
}

double digamma(double x) {
  if (x == 0) return std::copysign(kInf, -x);
  if (x < 0) {  // reflection; tan of the fractional part keeps large arguments exact
    if (x == std::floor(x)) return kNan;
    const double fraction = x - std::trunc(x);
    return digamma(1 - x) - kPi / std::tan(kPi * fraction);
  }
  double shift = 0;
  for (; x < 10; x += 1) shift -= 1 / x;
  // Asymptotic series: log x - 1/(2x) - sum B_2k / (2k x^2k).
  const double r = 1 / (x * x);
  const double series =
      r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r * (1.0 / 132 -
      r * (691.0 / 32760 - r / 12))))));
  return shift + std::log(x) - 0.5 / x - series;
}

double erfinv(double y) {
  const double magnitude = std::fabs(y);
  if (!(magnitude <= 1)) return kNan;
  if (magnitude == 1) return std::copysign(kInf, y);
  const double x = magnitude < 0.7 ? smallErfinv(magnitude)
                                   : -lowerNdtri((1 - magnitude) / 2) / kSqrt2;
  return std::copysign(x, y);
}

double besselI0(double x) {
  if (std::isnan(x)) return x;
  if (std::fabs(x) > 720) return kInf;  // beyond the range of double
  const double quarter = x * x / 4;
  double term = 1, sum = 1;
  for (double k = 1; term > sum * 1e-18; ++k) {  // all terms are positive
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}

double logNdtr(double x) {
  const double t = x / kSqrt2;
  if (x < -1) return std::log(scaledErfc(-t) / 2) - t * t;
  return std::log1p(-std::erfc(t) / 2);
}

double ndtri(double p) {
  if (p == 0) return -kInf;
  if (p == 1) return kInf;
  if (!(p > 0 && p < 1)) return kNan;
  return p <= 0.5 ? lowerNdtri(p) : -lowerNdtri(1 - p);
}

}  // namespace mcc::special
