// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log, log2, log10 and log1p over vectors. Errors in units of the last place, measured over all
// floats
// against double precision: log 0.9, log2 1.2, log10 1.7, log1p 1.0.
#pragma once

#include "runtime_support/math/polynomial.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// Natural logarithm; -infinity at 0, NaN below.
inline F32 log(F32 x) {
  const FloatParts parts = splitFloat(x);
  const F32 low = fma(parts.exponent, broadcast(-2.12194440e-4f), logarithmTail(parts.fraction));
  const F32 sum = fma(parts.exponent, broadcast(0.693359375f), low + parts.fraction);
  return logarithmOf(x, sum);
}

/// Logarithm to base 2, exact at powers of two.
inline F32 log2(F32 x) {
  const FloatParts parts = splitFloat(x);
  const F32 tail = logarithmTail(parts.fraction);
  const F32 rest = broadcast(0.442695041f);  // log2(e) - 1
  const F32 low = fma(parts.fraction, rest, tail * rest);
  return logarithmOf(x, low + tail + parts.fraction + parts.exponent);
}

/// Logarithm to base 10.
inline F32 log10(F32 x) {
  const FloatParts parts = splitFloat(x);
  const F32 scaled = (logarithmTail(parts.fraction) + parts.fraction) * broadcast(0.434294482f);
  const F32 low = fma(parts.exponent, broadcast(4.6044588e-6f), scaled);
  return logarithmOf(x, fma(parts.exponent, broadcast(0.301025390625f), low));
}

/// log(1 + x), accurate near 0.
inline F32 log1p(F32 x) {
  const F32 one = broadcast(1.0f);
  const F32 u = x + one;
  const FloatParts parts = splitFloat(u);
  // What rounding u lost; where the exponent is 0 the fraction is x itself and nothing is lost.
  const F32 lost = select(x < one, x - (u - one), one - (u - x)) / u;
  const Mask exact = parts.exponent == broadcast(0.0f);
  const F32 fraction = select(exact, x, parts.fraction);
  const F32 tail = logarithmTail(fraction) + select(exact, broadcast(0.0f), lost);
  const F32 low = fma(parts.exponent, broadcast(-2.12194440e-4f), tail);
  return logarithmOf(u, fma(parts.exponent, broadcast(0.693359375f), low + fraction));
}

}  // namespace mcc::rt
