// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rounding of requantisation, the same bit for bit with and without a fused multiply-add: C
// libraries for small processors round fma() twice.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace mcc::rt {

/// To the nearest integer, halves to the even one.
inline float nearestInteger(float x) {
  const float magic = 12582912.0f;  // 1.5 * 2^23: adding it rounds, without a library call
  if (!(std::fabs(x) < 4194304.0f)) return std::nearbyint(x);
  return (x + magic) - magic;
}

/// a * b + c rounded once. The product is exact in double; the sum is rounded to odd there
/// (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008), so that rounding
/// it again is harmless.
inline float fusedMultiplyAdd(float a, float b, float c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const double addend = static_cast<double>(c);
  double sum = product + addend;
  const double part = sum - product;
  const double error = (product - (sum - part)) + (addend - part);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &sum, sizeof(bits));
  if ((error > 0.0 || error < 0.0) && bits % 2 == 0) {
    bits = (error > 0.0) == (sum > 0.0) ? bits + 1 : bits - 1;
    std::memcpy(&sum, &bits, sizeof(bits));
  }
  return static_cast<float>(sum);
}

/// a * b + c rounded once to a float, then to the nearest integer, halves to the even one. Unless
/// that is near a half, float arithmetic finds the same integer.
inline float roundFma(float a, float b, float c) {
  const float product = a * b;
  const float sum = product + c;
  const float nearest = nearestInteger(sum);
  // Both roundings, that of the fused sum, and that of c where a compiler merges it into the sum,
  // are off by less than 2^-21 of the sizes together.
  const float error = (std::fabs(product) + std::fabs(c)) * 4.7683716e-07f;
  if (0.5f - std::fabs(sum - nearest) > error) return nearest;
  return nearestInteger(fusedMultiplyAdd(a, b, c));
}

}  // namespace mcc::rt
