// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp, exp2, expm1 and sigmoid over vectors. Errors in units of the last place, measured over all
// floats
// against double precision: exp 1.0, exp2 1.0, expm1 1.5, sigmoid 2.1.
#pragma once

#include <cstdint>

#include "runtime_support/math/polynomial.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// e^r * 2^n for |r| <= 0.3468 and -150 <= n <= 129. Two factors: 2^n alone may not be a float.
inline F32 scaledExponential(F32 r, I32 n) {
  const I32 half = shiftRight<1>(n);
  const F32 e = fma(r * r, exponentialTail(r), r) + broadcast(1.0f);
  return e * powerOfTwo(half) * powerOfTwo(n - half);
}

/// e^x.
inline F32 exp(F32 x) {
  const LogParts parts = splitByLog2(atMost(atLeast(x, broadcast(-104.0f)), broadcast(89.0f)));
  return scaledExponential(parts.rest, parts.exponent);
}

/// e^x / 2, which is finite up to x = 89.4.
inline F32 halfExp(F32 x) {
  const LogParts parts = splitByLog2(atMost(atLeast(x, broadcast(-103.0f)), broadcast(89.5f)));
  return scaledExponential(parts.rest, parts.exponent - broadcastInt(1));
}

/// 2^x.
inline F32 exp2(F32 x) {
  const F32 clamped = atMost(atLeast(x, broadcast(-150.0f)), broadcast(129.0f));
  const I32 n = roundToInt(clamped);
  return scaledExponential((clamped - toFloat(n)) * broadcast(0.693147181f), n);
}

/// e^x - 1.
inline F32 expm1(F32 x) {
  const LogParts parts = splitByLog2(atMost(atLeast(x, broadcast(-30.0f)), broadcast(89.0f)));
  const F32 r = parts.rest;
  const F32 small = fma(r * r, exponentialTail(r), r);
  const F32 half = powerOfTwo(parts.exponent - broadcastInt(1));
  const F32 large = fma(half, small, half - broadcast(0.5f));
  return select(parts.exponent == broadcastInt(0), small, large + large);
}

/// 1 / (1 + e^-x).
inline F32 sigmoid(F32 x) {
  const F32 one = broadcast(1.0f);
  const F32 e = exp(-abs(x));
  return select(x >= broadcast(0.0f), one, e) / (one + e);
}

}  // namespace mcc::rt
