// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector class for AArch64: four lanes.
#pragma once

#include <arm_neon.h>

#include <cstdint>
#include <cstring>

#include "runtime_support/simd/lanes.h"

/// Stands behind the parameters of lambdas whose bodies must be inlined.
#define MCC_INLINE __attribute__((always_inline))

namespace mcc::rt {

using FloatVector = float32x4_t;
using IntVector = int32x4_t;
using UnsignedVector = uint32x4_t;

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
  UnsignedVector v;
};

inline F32 broadcast(float x) { return {vdupq_n_f32(x)}; }
inline I32 broadcastInt(std::int32_t x) { return {vdupq_n_s32(x)}; }

inline F32 load(const float* p, AllLanes) { return {vld1q_f32(p)}; }
inline F32 load(const float* p, SomeLanes lanes) {
  if (lanes.count >= F32::kLanes) return {vld1q_f32(p)};
  FloatVector a = vdupq_n_f32(0.0f);
  if (lanes.count > 0) a = vsetq_lane_f32(p[0], a, 0);
  if (lanes.count > 1) a = vsetq_lane_f32(p[1], a, 1);
  if (lanes.count > 2) a = vsetq_lane_f32(p[2], a, 2);
  return {a};
}
inline void store(float* p, F32 a, AllLanes) { vst1q_f32(p, a.v); }
inline void store(float* p, F32 a, SomeLanes lanes) {
  if (lanes.count >= F32::kLanes) {
    vst1q_f32(p, a.v);
    return;
  }
  if (lanes.count > 0) p[0] = vgetq_lane_f32(a.v, 0);
  if (lanes.count > 1) p[1] = vgetq_lane_f32(a.v, 1);
  if (lanes.count > 2) p[2] = vgetq_lane_f32(a.v, 2);
}

/// a * b + c, rounded once where the instruction set can.
inline F32 fma(F32 a, F32 b, F32 c) { return {vfmaq_f32(c.v, a.v, b.v)}; }

inline Mask operator<(F32 a, F32 b) { return {vcltq_f32(a.v, b.v)}; }
inline Mask operator<=(F32 a, F32 b) { return {vcleq_f32(a.v, b.v)}; }
inline Mask operator>(F32 a, F32 b) { return {vcgtq_f32(a.v, b.v)}; }
inline Mask operator>=(F32 a, F32 b) { return {vcgeq_f32(a.v, b.v)}; }
inline Mask operator==(F32 a, F32 b) { return {vceqq_f32(a.v, b.v)}; }
inline Mask operator!=(F32 a, F32 b) { return {vmvnq_u32(vceqq_f32(a.v, b.v))}; }
inline Mask operator==(I32 a, I32 b) { return {vceqq_s32(a.v, b.v)}; }
inline Mask operator>(I32 a, I32 b) { return {vcgtq_s32(a.v, b.v)}; }
inline Mask operator&(Mask a, Mask b) { return {vandq_u32(a.v, b.v)}; }
inline Mask operator|(Mask a, Mask b) { return {vorrq_u32(a.v, b.v)}; }
inline Mask operator!(Mask a) { return {vmvnq_u32(a.v)}; }
inline bool any(Mask a) { return vmaxvq_u32(a.v) != 0; }

/// Lane by lane `mask ? a : b`.
inline F32 select(Mask mask, F32 a, F32 b) { return {vbslq_f32(mask.v, a.v, b.v)}; }
inline I32 select(Mask mask, I32 a, I32 b) { return {vbslq_s32(mask.v, a.v, b.v)}; }

/// x, but at least `low`. NaN stays NaN; the bound must be a number.
inline F32 atLeast(F32 x, F32 low) { return {vmaxq_f32(low.v, x.v)}; }
/// x, but at most `high`. NaN stays NaN; the bound must be a number.
inline F32 atMost(F32 x, F32 high) { return {vminq_f32(high.v, x.v)}; }

inline F32 sqrt(F32 a) { return {vsqrtq_f32(a.v)}; }
inline F32 floor(F32 a) { return {vrndmq_f32(a.v)}; }
inline F32 ceil(F32 a) { return {vrndpq_f32(a.v)}; }
inline F32 trunc(F32 a) { return {vrndq_f32(a.v)}; }
/// To the nearest integer, halves to the even one.
inline F32 round(F32 a) { return {vrndnq_f32(a.v)}; }
/// The nearest integer, halves to even, where |a| < 2^31; otherwise (and for NaN) any integer.
inline I32 roundToInt(F32 a) { return {vcvtnq_s32_f32(a.v)}; }

}  // namespace mcc::rt

#include "runtime_support/simd/operators.h"
