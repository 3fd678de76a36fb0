// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GCC and clang vector types give every instruction set alike. Included by simd/sse2.h,
// avx2.h,
// avx512.h and neon.h once they have defined F32, I32 and their vectors.
#pragma once

#include <cstdint>
#include <cstring>

namespace mcc::rt {

inline F32 operator+(F32 a, F32 b) { return {a.v + b.v}; }
inline F32 operator-(F32 a, F32 b) { return {a.v - b.v}; }
inline F32 operator*(F32 a, F32 b) { return {a.v * b.v}; }
inline F32 operator/(F32 a, F32 b) { return {a.v / b.v}; }
inline F32 operator-(F32 a) { return {-a.v}; }

/// The bits of each lane, and back.
inline I32 bitsOf(F32 a) {
  I32 bits{};
  std::memcpy(&bits, &a, sizeof(bits));
  return bits;
}
inline F32 fromBits(I32 a) {
  F32 x{};
  std::memcpy(&x, &a, sizeof(x));
  return x;
}
inline F32 toFloat(I32 a) { return {__builtin_convertvector(a.v, FloatVector)}; }

inline I32 operator&(I32 a, I32 b) { return {a.v & b.v}; }
inline I32 operator|(I32 a, I32 b) { return {a.v | b.v}; }
inline I32 operator+(I32 a, I32 b) {
  return {reinterpret_cast<IntVector>(reinterpret_cast<UnsignedVector>(a.v) +
                                      reinterpret_cast<UnsignedVector>(b.v))};
}
inline I32 operator-(I32 a, I32 b) {
  return {reinterpret_cast<IntVector>(reinterpret_cast<UnsignedVector>(a.v) -
                                      reinterpret_cast<UnsignedVector>(b.v))};
}
template <int Count>
inline I32 shiftLeft(I32 a) {
  return {reinterpret_cast<IntVector>(reinterpret_cast<UnsignedVector>(a.v) << Count)};
}
/// Shifts copies of the sign bit in.
template <int Count>
inline I32 shiftRight(I32 a) {
  return {a.v >> Count};
}

inline F32 abs(F32 a) { return fromBits(bitsOf(a) & broadcastInt(0x7fffffff)); }
/// The magnitude of `magnitude` with the sign of `sign`.
inline F32 copySign(F32 magnitude, F32 sign) {
  return fromBits((bitsOf(magnitude) & broadcastInt(0x7fffffff)) |
                  (bitsOf(sign) & broadcastInt(-0x7fffffff - 1)));
}

/// Asks for the cache line at p + offset, which may lie behind the end of the array.
inline void prefetch(const float* p, std::int64_t offset) {
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(p) +
                                                   static_cast<std::uintptr_t>(offset) * 4));
}

/// 0, 1, 2 ... one per lane.
inline F32 laneIndex() {
  float index[F32::kLanes];
  for (int i = 0; i < F32::kLanes; ++i) index[i] = static_cast<float>(i);
  return load(index, AllLanes{});
}
inline float reduceAdd(F32 a) {
  float x[F32::kLanes];
  store(x, a, AllLanes{});
  for (std::int64_t half = F32::kLanes / 2; half > 0; half /= 2) {
    for (std::int64_t i = 0; i < half; ++i) x[i] += x[i + half];
  }
  return x[0];
}
/// The largest lane, which must not be NaN.
inline float reduceMax(F32 a) {
  float x[F32::kLanes];
  store(x, a, AllLanes{});
  for (std::int64_t i = 1; i < F32::kLanes; ++i) x[0] = x[i] > x[0] ? x[i] : x[0];
  return x[0];
}
/// The smallest lane, which must not be NaN.
inline float reduceMin(F32 a) {
  float x[F32::kLanes];
  store(x, a, AllLanes{});
  for (std::int64_t i = 1; i < F32::kLanes; ++i) x[0] = x[i] < x[0] ? x[i] : x[0];
  return x[0];
}

/// Applies a scalar function to every lane.
template <class Function>
inline F32 eachLane(F32 a, Function function) {
  float x[F32::kLanes];
  store(x, a, AllLanes{});
  for (int i = 0; i < F32::kLanes; ++i) x[i] = function(x[i]);
  return load(x, AllLanes{});
}
template <class Function>
inline F32 eachLane(F32 a, F32 b, Function function) {
  float x[F32::kLanes];
  float y[F32::kLanes];
  store(x, a, AllLanes{});
  store(y, b, AllLanes{});
  for (int i = 0; i < F32::kLanes; ++i) x[i] = function(x[i], y[i]);
  return load(x, AllLanes{});
}

}  // namespace mcc::rt
