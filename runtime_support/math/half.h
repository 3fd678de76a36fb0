// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f16 and bf16 as bits: conversions to and from float, rounding to nearest even.
#pragma once

#include <cstdint>
#include <cstring>

namespace mcc::rt {

inline std::uint32_t bitsOfFloat(float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}
inline float floatOfBits(std::uint32_t bits) {
  float x = 0.0f;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

inline float bfloat16ToFloat(std::uint16_t bits) {
  return floatOfBits(static_cast<std::uint32_t>(bits) << 16);
}
inline std::uint16_t floatToBfloat16(float x) {
  if (x != x) return 0x7fc0;
  const std::uint32_t bits = bitsOfFloat(x);
  return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

inline float halfToFloat(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
  const std::uint32_t rest = static_cast<std::uint32_t>(bits & 0x7fffU) << 13;
  if (rest >= 0x0f800000U) return floatOfBits(sign | 0x70000000U | rest);  // infinity, NaN
  // With the exponent of f16 read as that of a float the value is 2^112 too small; the product is
  // exact for normal and subnormal numbers alike.
  const float magnitude = floatOfBits(rest) * 5.192296858534828e33f;
  return floatOfBits(sign | bitsOfFloat(magnitude));
}
inline std::uint16_t floatToHalf(float x) {
  const std::uint32_t bits = bitsOfFloat(x);
  const std::uint32_t sign = (bits >> 16) & 0x8000U;
  std::uint32_t rest = bits & 0x7fffffffU;
  if (rest > 0x7f800000U) return static_cast<std::uint16_t>(sign | 0x7e00U);
  if (rest >= 0x477ff000U) return static_cast<std::uint16_t>(sign | 0x7c00U);  // rounds to 65536
  if (rest < 0x38800000U) {
    // Subnormal: adding 0.5 puts the last place of f16 at the last place of the float.
    const std::uint32_t sum = bitsOfFloat(floatOfBits(rest) + 0.5f);
    return static_cast<std::uint16_t>(sign | (sum - 0x3f000000U));
  }
  rest += 0xfffU + ((rest >> 13) & 1U);
  return static_cast<std::uint16_t>(sign | ((rest - 0x38000000U) >> 13));
}

}  // namespace mcc::rt
