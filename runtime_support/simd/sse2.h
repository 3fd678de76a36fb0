// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector class for any x86-64: four lanes, no fused multiply-add.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "runtime_support/simd/lanes.h"

/// Stands behind the parameters of lambdas whose bodies must be inlined.
#define MCC_INLINE __attribute__((always_inline))

namespace mcc::rt {

using FloatVector = float __attribute__((vector_size(16)));
using IntVector = std::int32_t __attribute__((vector_size(16)));
using UnsignedVector = std::uint32_t __attribute__((vector_size(16)));

/// A vector of kLanes floats.
struct F32 {
  [[maybe_unused]] static constexpr std::int64_t kLanes = 4;
  FloatVector v;
};

/// A vector of as many 32-bit integers; arithmetic wraps around.
struct I32 {
  IntVector v;
};

/// One truth value per lane: all bits set or none.
struct Mask {
  IntVector v;
};

inline F32 broadcast(float x) { return {_mm_set1_ps(x)}; }
inline I32 broadcastInt(std::int32_t x) { return {reinterpret_cast<IntVector>(_mm_set1_epi32(x))}; }

inline F32 load(const float* p, AllLanes) { return {_mm_loadu_ps(p)}; }
inline F32 load(const float* p, SomeLanes lanes) {
  if (lanes.count >= F32::kLanes) return {_mm_loadu_ps(p)};
  const float x = lanes.count > 0 ? p[0] : 0.0f;
  const float y = lanes.count > 1 ? p[1] : 0.0f;
  const float z = lanes.count > 2 ? p[2] : 0.0f;
  return {_mm_setr_ps(x, y, z, 0.0f)};
}
inline void store(float* p, F32 a, AllLanes) { _mm_storeu_ps(p, a.v); }
inline void store(float* p, F32 a, SomeLanes lanes) {
  if (lanes.count >= F32::kLanes) {
    _mm_storeu_ps(p, a.v);
    return;
  }
  if (lanes.count > 0) p[0] = a.v[0];
  if (lanes.count > 1) p[1] = a.v[1];
  if (lanes.count > 2) p[2] = a.v[2];
}

/// a * b + c, rounded once where the instruction set can.
inline F32 fma(F32 a, F32 b, F32 c) { return {a.v * b.v + c.v}; }

inline Mask operator<(F32 a, F32 b) { return {a.v < b.v}; }
inline Mask operator<=(F32 a, F32 b) { return {a.v <= b.v}; }
inline Mask operator>(F32 a, F32 b) { return {a.v > b.v}; }
inline Mask operator>=(F32 a, F32 b) { return {a.v >= b.v}; }
inline Mask operator==(F32 a, F32 b) { return {a.v == b.v}; }
inline Mask operator!=(F32 a, F32 b) { return {a.v != b.v}; }
inline Mask operator==(I32 a, I32 b) { return {a.v == b.v}; }
inline Mask operator>(I32 a, I32 b) { return {a.v > b.v}; }
inline Mask operator&(Mask a, Mask b) { return {a.v & b.v}; }
inline Mask operator|(Mask a, Mask b) { return {a.v | b.v}; }
inline Mask operator!(Mask a) { return {~a.v}; }
inline bool any(Mask a) { return _mm_movemask_ps(reinterpret_cast<__m128>(a.v)) != 0; }

/// Lane by lane `mask ? a : b`.
inline I32 select(Mask mask, I32 a, I32 b) { return {(mask.v & a.v) | (~mask.v & b.v)}; }
inline F32 select(Mask mask, F32 a, F32 b) {
  const IntVector x = reinterpret_cast<IntVector>(a.v);
  const IntVector y = reinterpret_cast<IntVector>(b.v);
  return {reinterpret_cast<FloatVector>((mask.v & x) | (~mask.v & y))};
}

/// x, but at least `low`. NaN stays NaN; the bound must be a number.
inline F32 atLeast(F32 x, F32 low) { return {_mm_max_ps(low.v, x.v)}; }
/// x, but at most `high`. NaN stays NaN; the bound must be a number.
inline F32 atMost(F32 x, F32 high) { return {_mm_min_ps(high.v, x.v)}; }

inline F32 sqrt(F32 a) { return {_mm_sqrt_ps(a.v)}; }
/// The nearest integer, halves to even, where |a| < 2^31; otherwise (and for NaN) any integer.
inline I32 roundToInt(F32 a) { return {reinterpret_cast<IntVector>(_mm_cvtps_epi32(a.v))}; }

}  // namespace mcc::rt

#include "runtime_support/simd/operators.h"

namespace mcc::rt {

/// `rounded` where |a| < 2^23, with the sign of a; larger numbers are integers already.
inline F32 whereFractional(F32 a, F32 rounded) {
  return select(abs(a) < broadcast(8388608.0f), copySign(rounded, a), a);
}
inline F32 trunc(F32 a) { return whereFractional(a, F32{_mm_cvtepi32_ps(_mm_cvttps_epi32(a.v))}); }
/// To the nearest integer, halves to the even one.
inline F32 round(F32 a) { return whereFractional(a, toFloat(roundToInt(a))); }
inline F32 floor(F32 a) {
  const F32 t = trunc(a);
  return copySign(select(t > a, t - broadcast(1.0f), t), a);
}
inline F32 ceil(F32 a) {
  const F32 t = trunc(a);
  return copySign(select(t < a, t + broadcast(1.0f), t), a);
}

}  // namespace mcc::rt
