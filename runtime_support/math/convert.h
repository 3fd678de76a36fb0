// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between number types as PyTorch has them on x86-64, without undefined behaviour.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace mcc::rt {

/// Towards zero; numbers outside the range of Integer, and NaN, give its smallest value.
template <class Integer, class Float>
constexpr Integer truncateFloat(Float x) {
  const Float limit = static_cast<Float>(std::numeric_limits<Integer>::max() / 2 + 1) * Float(2);
  if (!(x >= -limit && x < limit)) return std::numeric_limits<Integer>::min();
  return static_cast<Integer>(x);
}

/// x as a To: bool is x != 0, floats go to integers towards zero, integers wrap around.
template <class To, class From>
constexpr To convert(From x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // Signed types below 64 bits go through int32, all others through int64.
    if constexpr (std::is_signed_v<To> && sizeof(To) <= 4) {
      return static_cast<To>(truncateFloat<std::int32_t>(x));
    } else {
      return static_cast<To>(truncateFloat<std::int64_t>(x));
    }
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace mcc::rt
