// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector class in ISO C++17: one lane. It defines what every other instruction set must
// compute.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "runtime_support/simd/lanes.h"

/// Stands behind the parameters of lambdas whose bodies must be inlined.
#define MCC_INLINE

namespace mcc::rt {

/// A vector of kLanes floats.
struct F32 {
  [[maybe_unused]] static constexpr std::int64_t kLanes = 1;
  float v;
};

/// A vector of as many 32-bit integers; arithmetic wraps around.
struct I32 {
  std::int32_t v;
};

/// One truth value per lane.
struct Mask {
  bool v;
};

inline F32 broadcast(float x) { return {x}; }
inline I32 broadcastInt(std::int32_t x) { return {x}; }

inline F32 load(const float* p, AllLanes) { return {*p}; }
inline F32 load(const float* p, SomeLanes lanes) { return {lanes.count > 0 ? *p : 0.0f}; }
inline void store(float* p, F32 a, AllLanes) { *p = a.v; }
inline void store(float* p, F32 a, SomeLanes lanes) {
  if (lanes.count > 0) *p = a.v;
}
/// Asks for the cache line at p + offset, which may lie behind the end of the array.
inline void prefetch(const float*, std::int64_t) {}

inline F32 operator+(F32 a, F32 b) { return {a.v + b.v}; }
inline F32 operator-(F32 a, F32 b) { return {a.v - b.v}; }
inline F32 operator*(F32 a, F32 b) { return {a.v * b.v}; }
inline F32 operator/(F32 a, F32 b) { return {a.v / b.v}; }
inline F32 operator-(F32 a) { return {-a.v}; }
/// a * b + c, rounded once where the instruction set can.
inline F32 fma(F32 a, F32 b, F32 c) { return {a.v * b.v + c.v}; }

inline Mask operator<(F32 a, F32 b) { return {a.v < b.v}; }
inline Mask operator<=(F32 a, F32 b) { return {a.v <= b.v}; }
inline Mask operator>(F32 a, F32 b) { return {a.v > b.v}; }
inline Mask operator>=(F32 a, F32 b) { return {a.v >= b.v}; }
inline Mask operator==(F32 a, F32 b) { return {a.v == b.v}; }
inline Mask operator!=(F32 a, F32 b) { return {a.v != b.v}; }
inline Mask operator&(Mask a, Mask b) { return {a.v && b.v}; }
inline Mask operator|(Mask a, Mask b) { return {a.v || b.v}; }
inline Mask operator!(Mask a) { return {!a.v}; }
inline bool any(Mask a) { return a.v; }

/// Lane by lane `mask ? a : b`.
inline F32 select(Mask mask, F32 a, F32 b) { return {mask.v ? a.v : b.v}; }
inline I32 select(Mask mask, I32 a, I32 b) { return {mask.v ? a.v : b.v}; }

/// x, but at least `low`. NaN stays NaN; the bound must be a number.
inline F32 atLeast(F32 x, F32 low) { return {low.v > x.v ? low.v : x.v}; }
/// x, but at most `high`. NaN stays NaN; the bound must be a number.
inline F32 atMost(F32 x, F32 high) { return {high.v < x.v ? high.v : x.v}; }

inline F32 abs(F32 a) { return {std::fabs(a.v)}; }
inline F32 sqrt(F32 a) { return {std::sqrt(a.v)}; }
inline F32 floor(F32 a) { return {std::floor(a.v)}; }
inline F32 ceil(F32 a) { return {std::ceil(a.v)}; }
inline F32 trunc(F32 a) { return {std::trunc(a.v)}; }
/// To the nearest integer, halves to the even one.
inline F32 round(F32 a) {
  const float magic = 12582912.0f;  // 1.5 * 2^23: adding it rounds, without a library call
  if (!(std::fabs(a.v) < 4194304.0f)) return {std::nearbyint(a.v)};
  return {std::copysign((a.v + magic) - magic, a.v)};
}
/// The magnitude of `magnitude` with the sign of `sign`.
inline F32 copySign(F32 magnitude, F32 sign) { return {std::copysign(magnitude.v, sign.v)}; }

/// The bits of each lane, and back.
inline I32 bitsOf(F32 a) {
  std::int32_t bits = 0;
  std::memcpy(&bits, &a.v, sizeof(bits));
  return {bits};
}
inline F32 fromBits(I32 a) {
  float x = 0.0f;
  std::memcpy(&x, &a.v, sizeof(x));
  return {x};
}
/// The nearest integer, halves to even, where |a| < 2^31; otherwise (and for NaN) any integer.
inline I32 roundToInt(F32 a) {
  if (!(std::fabs(a.v) < 2147483648.0f)) return {0};
  return {static_cast<std::int32_t>(round(a).v)};
}
inline F32 toFloat(I32 a) { return {static_cast<float>(a.v)}; }

inline std::int32_t wrapToInt(std::uint32_t x) {
  std::int32_t result = 0;
  std::memcpy(&result, &x, sizeof(result));
  return result;
}
inline I32 operator+(I32 a, I32 b) {
  return {wrapToInt(static_cast<std::uint32_t>(a.v) + static_cast<std::uint32_t>(b.v))};
}
inline I32 operator-(I32 a, I32 b) {
  return {wrapToInt(static_cast<std::uint32_t>(a.v) - static_cast<std::uint32_t>(b.v))};
}
inline I32 operator&(I32 a, I32 b) {
  return {wrapToInt(static_cast<std::uint32_t>(a.v) & static_cast<std::uint32_t>(b.v))};
}
inline I32 operator|(I32 a, I32 b) {
  return {wrapToInt(static_cast<std::uint32_t>(a.v) | static_cast<std::uint32_t>(b.v))};
}
template <int Count>
inline I32 shiftLeft(I32 a) {
  return {wrapToInt(static_cast<std::uint32_t>(a.v) << Count)};
}
/// Shifts copies of the sign bit in.
template <int Count>
inline I32 shiftRight(I32 a) {
  return {a.v < 0 ? ~(~a.v >> Count) : a.v >> Count};
}
inline Mask operator==(I32 a, I32 b) { return {a.v == b.v}; }
inline Mask operator>(I32 a, I32 b) { return {a.v > b.v}; }

/// 0, 1, 2 ... one per lane.
inline F32 laneIndex() { return {0.0f}; }
inline float reduceAdd(F32 a) { return a.v; }
/// The largest lane, which must not be NaN.
inline float reduceMax(F32 a) { return a.v; }
/// The smallest lane, which must not be NaN.
inline float reduceMin(F32 a) { return a.v; }

/// Applies a scalar function to every lane.
template <class Function>
inline F32 eachLane(F32 a, Function function) {
  return {function(a.v)};
}
template <class Function>
inline F32 eachLane(F32 a, F32 b, Function function) {
  return {function(a.v, b.v)};
}

}  // namespace mcc::rt
