// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of one or two floats or doubles, named as their vector forms; the C library computes
// most.
#pragma once

#include <cmath>

namespace mcc::rt {

inline float abs(float x) { return std::fabs(x); }
inline double abs(double x) { return std::fabs(x); }
inline float sqrt(float x) { return std::sqrt(x); }
inline double sqrt(double x) { return std::sqrt(x); }
inline float rsqrt(float x) { return 1.0f / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float exp(float x) { return std::exp(x); }
inline double exp(double x) { return std::exp(x); }
inline float exp2(float x) { return std::exp2(x); }
inline double exp2(double x) { return std::exp2(x); }
inline float expm1(float x) { return std::expm1(x); }
inline double expm1(double x) { return std::expm1(x); }
inline float log(float x) { return std::log(x); }
inline double log(double x) { return std::log(x); }
inline float log2(float x) { return std::log2(x); }
inline double log2(double x) { return std::log2(x); }
inline float log10(float x) { return std::log10(x); }
inline double log10(double x) { return std::log10(x); }
inline float log1p(float x) { return std::log1p(x); }
inline double log1p(double x) { return std::log1p(x); }
inline float sin(float x) { return std::sin(x); }
inline double sin(double x) { return std::sin(x); }
inline float cos(float x) { return std::cos(x); }
inline double cos(double x) { return std::cos(x); }
inline float tan(float x) { return std::tan(x); }
inline double tan(double x) { return std::tan(x); }
inline float asin(float x) { return std::asin(x); }
inline double asin(double x) { return std::asin(x); }
inline float acos(float x) { return std::acos(x); }
inline double acos(double x) { return std::acos(x); }
inline float atan(float x) { return std::atan(x); }
inline double atan(double x) { return std::atan(x); }
inline float atan2(float y, float x) { return std::atan2(y, x); }
inline double atan2(double y, double x) { return std::atan2(y, x); }
inline float sinh(float x) { return std::sinh(x); }
inline double sinh(double x) { return std::sinh(x); }
inline float cosh(float x) { return std::cosh(x); }
inline double cosh(double x) { return std::cosh(x); }
inline float tanh(float x) { return std::tanh(x); }
inline double tanh(double x) { return std::tanh(x); }
inline float asinh(float x) { return std::asinh(x); }
inline double asinh(double x) { return std::asinh(x); }
inline float acosh(float x) { return std::acosh(x); }
inline double acosh(double x) { return std::acosh(x); }
inline float atanh(float x) { return std::atanh(x); }
inline double atanh(double x) { return std::atanh(x); }
inline float erf(float x) { return std::erf(x); }
inline double erf(double x) { return std::erf(x); }
inline float erfc(float x) { return std::erfc(x); }
inline double erfc(double x) { return std::erfc(x); }
inline float pow(float x, float y) { return std::pow(x, y); }
inline double pow(double x, double y) { return std::pow(x, y); }
inline float floor(float x) { return std::floor(x); }
inline double floor(double x) { return std::floor(x); }
inline float ceil(float x) { return std::ceil(x); }
inline double ceil(double x) { return std::ceil(x); }
inline float trunc(float x) { return std::trunc(x); }
inline double trunc(double x) { return std::trunc(x); }
/// To the nearest integer, halves to the even one.
inline float round(float x) { return std::nearbyint(x); }
inline double round(double x) { return std::nearbyint(x); }
inline float copySign(float magnitude, float sign) { return std::copysign(magnitude, sign); }
inline double copySign(double magnitude, double sign) { return std::copysign(magnitude, sign); }
inline float sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }
inline double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }
inline float relu(float x) { return x < 0.0f ? 0.0f : x; }
inline double relu(double x) { return x < 0.0 ? 0.0 : x; }
/// a * b + c; rounded once or twice.
inline float fma(float a, float b, float c) { return a * b + c; }
inline double fma(double a, double b, double c) { return a * b + c; }

/// The remainder with the sign of the dividend, as C's fmod.
inline float fmod(float a, float b) { return std::fmod(a, b); }
inline double fmod(double a, double b) { return std::fmod(a, b); }

/// The remainder with the sign of the divisor, as Python's %.
inline float remainder(float a, float b) {
  const float r = std::fmod(a, b);
  return r != 0.0f && (r < 0.0f) != (b < 0.0f) ? r + b : r;
}
inline double remainder(double a, double b) {
  const double r = std::fmod(a, b);
  return r != 0.0 && (r < 0.0) != (b < 0.0) ? r + b : r;
}

/// The quotient rounded down, computed as Python's // so that it agrees with remainder().
template <class Float>
inline Float floorDivideFloats(Float a, Float b) {
  if (b == Float(0)) return a / b;
  const Float r = std::fmod(a, b);
  Float quotient = (a - r) / b;
  if (r != Float(0) && (r < Float(0)) != (b < Float(0))) quotient -= Float(1);
  if (quotient == Float(0)) return std::copysign(Float(0), a / b);
  const Float down = std::floor(quotient);
  return quotient - down > Float(0.5) ? down + Float(1) : down;
}
inline float floorDivide(float a, float b) { return floorDivideFloats(a, b); }
inline double floorDivide(double a, double b) { return floorDivideFloats(a, b); }

}  // namespace mcc::rt
