// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Polynomials and powers of two: the parts that the vector functions share.
#pragma once

#include <cmath>
#include <cstdint>

#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// c0 + c1 x + c2 x^2 + ...
inline F32 polynomial(F32, float c0) { return broadcast(c0); }
template <class... Rest>
inline F32 polynomial(F32 x, float c0, Rest... rest) {
  return fma(polynomial(x, rest...), x, broadcast(c0));
}

/// 2^n, -126 <= n <= 127.
inline F32 powerOfTwo(I32 n) { return fromBits(shiftLeft<23>(n + broadcastInt(127))); }

/// (e^r - 1 - r) / r^2 for |r| <= 0.3468; minimax, relative error of e^r 3.2e-9.
inline F32 exponentialTail(F32 r) {
  return polynomial(r, 4.9999994e-01f, 1.6666517e-01f, 4.1668106e-02f, 8.369133e-03f,
                    1.3836501e-03f);
}

/// x = exponent * ln 2 + rest, |rest| <= 0.3468; exact to 2^-26 where |x| <= 128.
struct LogParts {
  I32 exponent;
  F32 rest;
};
inline LogParts splitByLog2(F32 x) {
  const I32 n = roundToInt(x * broadcast(1.44269504f));
  const F32 hi = fma(toFloat(n), broadcast(-0.693359375f), x);  // 9 bits: the product is exact
  return {n, fma(toFloat(n), broadcast(2.12194440e-4f), hi)};
}

/// x = 2^exponent * (1 + fraction), sqrt(1/2) <= 1 + fraction < sqrt(2), for positive finite x.
struct FloatParts {
  F32 exponent;
  F32 fraction;
};
inline FloatParts splitFloat(F32 x) {
  const Mask tiny = x < broadcast(1.17549435e-38f);
  const F32 normal = select(tiny, x * broadcast(8388608.0f), x);
  const I32 bits = bitsOf(normal) - broadcastInt(0x3f3504f3);  // those of sqrt(1/2)
  const F32 exponent = toFloat(shiftRight<23>(bits));
  const F32 mantissa = fromBits((bits & broadcastInt(0x007fffff)) + broadcastInt(0x3f3504f3));
  return {select(tiny, exponent - broadcast(23.0f), exponent), mantissa - broadcast(1.0f)};
}

/// log(1 + f) - f for sqrt(1/2) <= 1 + f < sqrt(2); minimax, error relative to log(1 + f) 1.9e-8.
inline F32 logarithmTail(F32 f) {
  const F32 square = f * f;
  const F32 cubic = polynomial(f, 3.3333316e-01f, -2.500081e-01f, 2.0002311e-01f, -1.6624452e-01f,
                               1.4180614e-01f, -1.3125108e-01f, 1.2886576e-01f, -7.893423e-02f);
  return fma(square * f, cubic, square * broadcast(-0.5f));
}

/// What a logarithm of x is where x is not positive and finite.
inline F32 logarithmOf(F32 x, F32 regular) {
  const F32 infinity = broadcast(HUGE_VALF);
  const F32 zero = broadcast(0.0f);
  const F32 negative = select(x < zero, broadcast(std::nanf("")), x);  // infinity and NaN stay
  const F32 special = select(x == zero, -infinity, negative);
  return select((x > zero) & (x < infinity), regular, special);
}

}  // namespace mcc::rt
