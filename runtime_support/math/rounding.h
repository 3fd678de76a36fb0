// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons and signs over vectors with PyTorch's rules for NaN.
#pragma once

#include <cmath>

#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// The larger one; NaN if either is.
inline F32 max(F32 a, F32 b) { return select(a == a, atLeast(b, a), a); }
/// The smaller one; NaN if either is.
inline F32 min(F32 a, F32 b) { return select(a == a, atMost(b, a), a); }

inline F32 relu(F32 x) { return atLeast(x, broadcast(0.0f)); }

/// -1, 0 or 1; 0 for NaN.
inline F32 sign(F32 x) {
  const F32 zero = broadcast(0.0f);
  const F32 one = broadcast(1.0f);
  return select(x > zero, one, select(x < zero, -one, zero));
}

/// The remainder with the sign of the divisor, as Python's %.
inline F32 remainder(F32 a, F32 b) {
  return eachLane(a, b, [](float x, float y) {
    const float r = std::fmod(x, y);
    return r != 0.0f && (r < 0.0f) != (y < 0.0f) ? r + y : r;
  });
}
/// The remainder with the sign of the dividend, as C's fmod.
inline F32 fmod(F32 a, F32 b) {
  return eachLane(a, b, [](float x, float y) { return std::fmod(x, y); });
}

}  // namespace mcc::rt
