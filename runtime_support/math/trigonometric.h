// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trigonometric functions over vectors and their inverses. Errors in units of the last place,
// measured
// over all floats against double precision: sin, cos 2.2, tan 3.8, asin 2.2, the others 1.5.
#pragma once

#include <cmath>

#include "runtime_support/math/polynomial.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// x = quadrant * pi/2 + rest, |rest| <= pi/4, for |x| <= 6400.
struct AngleParts {
  I32 quadrant;
  F32 rest;
};
inline AngleParts splitAngle(F32 x) {
  const I32 n = roundToInt(x * broadcast(0.636619772f));
  const F32 q = toFloat(n);
  // pi/2 in pieces of 12 bits: every product with n < 2^12 is exact, and where the differences
  // cancel they are exact too.
  F32 r = fma(q, broadcast(-0x1.922p+0f), x);
  r = fma(q, broadcast(0x1.2aep-18f), r);
  r = fma(q, broadcast(0x1.deap-31f), r);
  r = fma(q, broadcast(-0x1.184p-44f), r);
  r = fma(q, broadcast(-0x1.a62p-58f), r);
  return {n, r};
}

/// sin and cos for |r| <= pi/4; minimax, relative errors 3.7e-9 and 1.2e-10.
inline F32 sinePolynomial(F32 r) {
  const F32 s = r * r;
  return fma(r * s, polynomial(s, -1.6666655e-01f, 8.332192e-03f, -1.951879e-04f), r);
}
inline F32 cosinePolynomial(F32 r) {
  const F32 s = r * r;
  const F32 tail = polynomial(s, 4.1666646e-02f, -1.388731e-03f, 2.4432327e-05f);
  return fma(s * s, tail, fma(s, broadcast(-0.5f), broadcast(1.0f)));
}

/// The sine of an angle in the quadrant counted from `first`.
inline F32 sineOfParts(AngleParts parts, std::int32_t first) {
  const I32 quadrant = parts.quadrant + broadcastInt(first);
  const Mask odd = (quadrant & broadcastInt(1)) == broadcastInt(1);
  const F32 value = select(odd, cosinePolynomial(parts.rest), sinePolynomial(parts.rest));
  return select((quadrant & broadcastInt(2)) == broadcastInt(2), -value, value);
}

/// Lanes beyond 6400 (and NaN) go through the C library, which knows enough digits of pi.
inline Mask needsLibrary(F32 x) { return !(abs(x) <= broadcast(6400.0f)); }

inline F32 sin(F32 x) {
  const F32 result = sineOfParts(splitAngle(x), 0);
  const Mask hard = needsLibrary(x);
  if (!any(hard)) return result;
  return select(hard, eachLane(x, [](float a) { return std::sin(a); }), result);
}

inline F32 cos(F32 x) {
  const F32 result = sineOfParts(splitAngle(x), 1);
  const Mask hard = needsLibrary(x);
  if (!any(hard)) return result;
  return select(hard, eachLane(x, [](float a) { return std::cos(a); }), result);
}

inline F32 tan(F32 x) {
  const AngleParts parts = splitAngle(x);
  const F32 s = sinePolynomial(parts.rest);
  const F32 c = cosinePolynomial(parts.rest);
  const Mask odd = (parts.quadrant & broadcastInt(1)) == broadcastInt(1);
  const F32 result = select(odd, -c, s) / select(odd, s, c);
  const Mask hard = needsLibrary(x);
  if (!any(hard)) return result;
  return select(hard, eachLane(x, [](float a) { return std::tan(a); }), result);
}

/// atan for 0 <= t <= 1; minimax, relative error 1.5e-8.
inline F32 arctangentPolynomial(F32 t) {
  const F32 s = t * t;
  const F32 tail = polynomial(s, -3.3333167e-01f, 1.9994146e-01f, -1.4214265e-01f, 1.0679128e-01f,
                              -7.5809255e-02f, 4.3557137e-02f, -1.6583122e-02f, 2.9750096e-03f);
  return fma(t * s, tail, t);
}

/// pi/2 - a, with the digits that pi/2 has beyond a float.
inline F32 complement(F32 a) { return broadcast(1.57079637f) - (a + broadcast(4.37113900e-8f)); }

inline F32 atan(F32 x) {
  const F32 one = broadcast(1.0f);
  const F32 a = abs(x);
  const Mask steep = a > one;
  const F32 angle = arctangentPolynomial(select(steep, one / a, a));
  return copySign(select(steep, complement(angle), angle), x);
}

/// The angle of the point (x, y), from -pi to pi.
inline F32 atan2(F32 y, F32 x) {
  const F32 zero = broadcast(0.0f);
  const F32 ax = abs(x);
  const F32 ay = abs(y);
  const Mask steep = ay > ax;
  const F32 large = select(steep, ay, ax);
  const F32 ratio = select(steep, ax, ay) / large;
  F32 t = select(large == zero, zero, ratio);
  t = select(ax == ay, select(large == zero, zero, broadcast(1.0f)), t);  // infinity / infinity
  F32 angle = arctangentPolynomial(t);
  angle = select(steep, complement(angle), angle);
  const F32 mirrored = broadcast(3.14159274f) - (angle + broadcast(8.74227800e-8f));
  angle = select(copySign(broadcast(1.0f), x) < zero, mirrored, angle);
  return select((x == x) & (y == y), copySign(angle, y), x + y);
}

/// (asin(t) - t) / t^3 with s = t^2 <= 1/4; minimax, relative error of asin 5e-9.
inline F32 arcsineTail(F32 s) {
  return polynomial(s, 1.6666754e-01f, 7.495252e-02f, 4.5476045e-02f, 2.4152039e-02f,
                    4.221196e-02f);
}

/// NaN outside -1..1.
inline F32 asin(F32 x) {
  const F32 a = abs(x);
  const Mask big = a > broadcast(0.5f);
  const F32 s = select(big, (broadcast(1.0f) - a) * broadcast(0.5f), a * a);
  const F32 t = select(big, sqrt(s), a);
  const F32 angle = fma(t * s, arcsineTail(s), t);
  return copySign(select(big, complement(angle + angle), angle), x);
}

/// NaN outside -1..1.
inline F32 acos(F32 x) {
  const F32 a = abs(x);
  const Mask big = a > broadcast(0.5f);
  const F32 s = select(big, (broadcast(1.0f) - a) * broadcast(0.5f), a * a);
  const F32 t = select(big, sqrt(s), a);
  const F32 angle = fma(t * s, arcsineTail(s), t);
  const F32 twice = angle + angle;
  const F32 outer = select(x < broadcast(0.0f),
                           broadcast(3.14159274f) - (twice + broadcast(8.74227800e-8f)), twice);
  return select(big, outer, complement(copySign(angle, x)));
}

}  // namespace mcc::rt
