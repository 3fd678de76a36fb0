// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hyperbolic functions over vectors and their inverses; at most 4 units in the last place.
#pragma once

#include "runtime_support/math/exponential.h"
#include "runtime_support/math/logarithm.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

inline F32 tanh(F32 x) {
  const F32 a = atMost(abs(x), broadcast(10.0f));  // 1 in float from 9.02 on
  const F32 e = expm1(a + a);
  return copySign(e / (e + broadcast(2.0f)), x);
}

inline F32 sinh(F32 x) {
  const F32 a = abs(x);
  const F32 e = expm1(a);
  const F32 small = (e + e / (e + broadcast(1.0f))) * broadcast(0.5f);
  const F32 half = halfExp(a);
  return copySign(select(a < broadcast(1.0f), small, half - broadcast(0.25f) / half), x);
}

inline F32 cosh(F32 x) {
  const F32 half = halfExp(abs(x));
  return half + broadcast(0.25f) / half;
}

inline F32 asinh(F32 x) {
  const F32 one = broadcast(1.0f);
  const F32 a = abs(x);
  const F32 b = atMost(a, broadcast(1e4f));
  const F32 small = log1p(b + b * b / (one + sqrt(fma(b, b, one))));
  const F32 large = log(a) + broadcast(0.693147181f);
  return copySign(select(a > broadcast(1e4f), large, small), x);
}

/// NaN below 1.
inline F32 acosh(F32 x) {
  const F32 t = atMost(x, broadcast(1e4f)) - broadcast(1.0f);
  const F32 small = log1p(t + sqrt(t * (t + broadcast(2.0f))));
  const F32 large = log(x) + broadcast(0.693147181f);
  const F32 result = select(x > broadcast(1e4f), large, small);
  return select(x < broadcast(1.0f), log(broadcast(-1.0f)), result);
}

/// Infinite at -1 and 1, NaN beyond.
inline F32 atanh(F32 x) {
  const F32 a = abs(x);
  const F32 half = broadcast(0.5f) * log1p((a + a) / (broadcast(1.0f) - a));
  return copySign(half, x);
}

}  // namespace mcc::rt
