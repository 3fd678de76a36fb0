// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Powers and roots over vectors.
#pragma once

#include <cmath>

#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// 1 / sqrt(x); infinite at 0, NaN below.
inline F32 rsqrt(F32 x) { return broadcast(1.0f) / sqrt(x); }

inline F32 square(F32 x) { return x * x; }
inline F32 reciprocal(F32 x) { return broadcast(1.0f) / x; }

/// x^y as IEEE 754 has it.
inline F32 pow(F32 x, F32 y) {
  return eachLane(x, y, [](float a, float b) { return std::pow(a, b); });
}

}  // namespace mcc::rt
