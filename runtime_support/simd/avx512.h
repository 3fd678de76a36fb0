// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector class for x86-64 with AVX-512 (F, DQ, BW, VL): sixteen lanes.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "runtime_support/simd/lanes.h"

/// Stands behind the parameters of lambdas whose bodies must be inlined.
#define MCC_INLINE __attribute__((always_inline))

namespace mcc::rt {

using FloatVector = float __attribute__((vector_size(64)));
using IntVector = std::int32_t __attribute__((vector_size(64)));
using UnsignedVector = std::uint32_t __attribute__((vector_size(64)));

/// A vector of kLanes floats.
struct F32 {
  [[maybe_unused]] static constexpr std::int64_t kLanes = 16;
  FloatVector v;
};

/// A vector of as many 32-bit integers; arithmetic wraps around.
struct I32 {
  IntVector v;
};

/// One truth value per lane, as bits.
struct Mask {
  __mmask16 v;
};

inline F32 broadcast(float x) { return {_mm512_set1_ps(x)}; }
inline I32 broadcastInt(std::int32_t x) {
  return {reinterpret_cast<IntVector>(_mm512_set1_epi32(x))};
}

inline __mmask16 firstLanes(std::int64_t count) {
  return static_cast<__mmask16>((1U << static_cast<unsigned>(count)) - 1U);
}
inline F32 load(const float* p, AllLanes) { return {_mm512_loadu_ps(p)}; }
inline F32 load(const float* p, SomeLanes lanes) {
  return {_mm512_maskz_loadu_ps(firstLanes(lanes.count), p)};
}
inline void store(float* p, F32 a, AllLanes) { _mm512_storeu_ps(p, a.v); }
inline void store(float* p, F32 a, SomeLanes lanes) {
  _mm512_mask_storeu_ps(p, firstLanes(lanes.count), a.v);
}

/// a * b + c, rounded once where the instruction set can.
inline F32 fma(F32 a, F32 b, F32 c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }

inline Mask operator<(F32 a, F32 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ)}; }
inline Mask operator<=(F32 a, F32 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LE_OQ)}; }
inline Mask operator>(F32 a, F32 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_GT_OQ)}; }
inline Mask operator>=(F32 a, F32 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_GE_OQ)}; }
inline Mask operator==(F32 a, F32 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_EQ_OQ)}; }
inline Mask operator!=(F32 a, F32 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_NEQ_UQ)}; }
inline Mask operator==(I32 a, I32 b) {
  return {_mm512_cmpeq_epi32_mask(reinterpret_cast<__m512i>(a.v), reinterpret_cast<__m512i>(b.v))};
}
inline Mask operator>(I32 a, I32 b) {
  return {_mm512_cmpgt_epi32_mask(reinterpret_cast<__m512i>(a.v), reinterpret_cast<__m512i>(b.v))};
}
inline Mask operator&(Mask a, Mask b) { return {static_cast<__mmask16>(a.v & b.v)}; }
inline Mask operator|(Mask a, Mask b) { return {static_cast<__mmask16>(a.v | b.v)}; }
inline Mask operator!(Mask a) { return {static_cast<__mmask16>(~static_cast<unsigned>(a.v))}; }
inline bool any(Mask a) { return a.v != 0; }

/// Lane by lane `mask ? a : b`.
inline F32 select(Mask mask, F32 a, F32 b) { return {_mm512_mask_blend_ps(mask.v, b.v, a.v)}; }
inline I32 select(Mask mask, I32 a, I32 b) {
  return {reinterpret_cast<IntVector>(_mm512_mask_blend_epi32(
      mask.v, reinterpret_cast<__m512i>(b.v), reinterpret_cast<__m512i>(a.v)))};
}

// The unmasked forms of these intrinsics read an uninitialised register in GCC 12's headers, which
// warns about it; with every lane named the same instructions come out.
constexpr __mmask16 kEveryLane = 0xffff;

/// x, but at least `low`. NaN stays NaN; the bound must be a number.
inline F32 atLeast(F32 x, F32 low) { return {_mm512_maskz_max_ps(kEveryLane, low.v, x.v)}; }
/// x, but at most `high`. NaN stays NaN; the bound must be a number.
inline F32 atMost(F32 x, F32 high) { return {_mm512_maskz_min_ps(kEveryLane, high.v, x.v)}; }

inline F32 sqrt(F32 a) { return {_mm512_maskz_sqrt_ps(kEveryLane, a.v)}; }
inline F32 floor(F32 a) {
  return {_mm512_maskz_roundscale_ps(kEveryLane, a.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)};
}
inline F32 ceil(F32 a) {
  return {_mm512_maskz_roundscale_ps(kEveryLane, a.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC)};
}
inline F32 trunc(F32 a) {
  return {_mm512_maskz_roundscale_ps(kEveryLane, a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)};
}
/// To the nearest integer, halves to the even one.
inline F32 round(F32 a) {
  return {
      _mm512_maskz_roundscale_ps(kEveryLane, a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
}
/// The nearest integer, halves to even, where |a| < 2^31; otherwise (and for NaN) any integer.
inline I32 roundToInt(F32 a) {
  return {reinterpret_cast<IntVector>(_mm512_maskz_cvtps_epi32(kEveryLane, a.v))};
}

}  // namespace mcc::rt

#include "runtime_support/simd/operators.h"
