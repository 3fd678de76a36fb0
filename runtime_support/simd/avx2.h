// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector class for x86-64 with AVX2 and FMA: eight lanes.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "runtime_support/simd/lanes.h"

/// Stands behind the parameters of lambdas whose bodies must be inlined.
#define MCC_INLINE __attribute__((always_inline))

namespace mcc::rt {

using FloatVector = float __attribute__((vector_size(32)));
using IntVector = std::int32_t __attribute__((vector_size(32)));
using UnsignedVector = std::uint32_t __attribute__((vector_size(32)));

/// A vector of kLanes floats.
struct F32 {
  [[maybe_unused]] static constexpr std::int64_t kLanes = 8;
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

inline F32 broadcast(float x) { return {_mm256_set1_ps(x)}; }
inline I32 broadcastInt(std::int32_t x) {
  return {reinterpret_cast<IntVector>(_mm256_set1_epi32(x))};
}

inline __m256i firstLanes(std::int64_t count) {
  const __m256i index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), index);
}
inline F32 load(const float* p, AllLanes) { return {_mm256_loadu_ps(p)}; }
inline F32 load(const float* p, SomeLanes lanes) {
  return {_mm256_maskload_ps(p, firstLanes(lanes.count))};
}
inline void store(float* p, F32 a, AllLanes) { _mm256_storeu_ps(p, a.v); }
inline void store(float* p, F32 a, SomeLanes lanes) {
  _mm256_maskstore_ps(p, firstLanes(lanes.count), a.v);
}

/// a * b + c, rounded once where the instruction set can.
inline F32 fma(F32 a, F32 b, F32 c) { return {_mm256_fmadd_ps(a.v, b.v, c.v)}; }

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
inline bool any(Mask a) { return _mm256_movemask_ps(reinterpret_cast<__m256>(a.v)) != 0; }

/// Lane by lane `mask ? a : b`.
inline F32 select(Mask mask, F32 a, F32 b) {
  return {_mm256_blendv_ps(b.v, a.v, reinterpret_cast<__m256>(mask.v))};
}
inline I32 select(Mask mask, I32 a, I32 b) { return {(mask.v & a.v) | (~mask.v & b.v)}; }

/// x, but at least `low`. NaN stays NaN; the bound must be a number.
inline F32 atLeast(F32 x, F32 low) { return {_mm256_max_ps(low.v, x.v)}; }
/// x, but at most `high`. NaN stays NaN; the bound must be a number.
inline F32 atMost(F32 x, F32 high) { return {_mm256_min_ps(high.v, x.v)}; }

inline F32 sqrt(F32 a) { return {_mm256_sqrt_ps(a.v)}; }
inline F32 floor(F32 a) { return {_mm256_floor_ps(a.v)}; }
inline F32 ceil(F32 a) { return {_mm256_ceil_ps(a.v)}; }
inline F32 trunc(F32 a) { return {_mm256_round_ps(a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)}; }
/// To the nearest integer, halves to the even one.
inline F32 round(F32 a) {
  return {_mm256_round_ps(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
}
/// The nearest integer, halves to even, where |a| < 2^31; otherwise (and for NaN) any integer.
inline I32 roundToInt(F32 a) { return {reinterpret_cast<IntVector>(_mm256_cvtps_epi32(a.v))}; }

}  // namespace mcc::rt

#include "runtime_support/simd/operators.h"
