// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half-precision conversions (IEEE binary16 and bfloat16), nearest even, from double so that no
// value is rounded twice; and the content hash of tensors.
#include <cmath>
#include <cstring>

#include "ir/tensor.h"

namespace mcc {
namespace {

// Rounds |value| to `bits` of significand at exponent >= minExponent (subnormals below), ties to
// even. Exact in double.
double roundToPrecision(double value, int bits, int minExponent) {
  int exponent = 0;
  std::frexp(value, &exponent);  // |value| in [2^(exponent-1), 2^exponent)
  const int shift = std::max(exponent - bits, minExponent - bits + 1);
  const double unit = std::ldexp(1.0, shift);
  return std::nearbyint(value / unit) * unit;
}

}  // namespace

float halfToFloat(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 31) return fraction != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

std::uint16_t floatToHalf(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return 0x7e00;
  double magnitude = std::fabs(value);
  if (magnitude != 0 && !std::isinf(magnitude)) magnitude = roundToPrecision(magnitude, 11, -14);
  if (magnitude >= 65536.0 || magnitude > 65504.0) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (magnitude < std::ldexp(1.0, -14)) {
    return static_cast<std::uint16_t>(sign | static_cast<int>(std::ldexp(magnitude, 24)));
  }
  int exponent = 0;
  const double fraction = std::frexp(magnitude, &exponent);  // in [0.5, 1)
  const int mantissa = static_cast<int>(std::ldexp(fraction, 11)) - 1024;
  return static_cast<std::uint16_t>(sign | ((exponent + 14) << 10) | mantissa);
}

float bfloatToFloat(std::uint16_t bits) {
  const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof value);
  return value;
}

std::uint16_t floatToBfloat(double value) {
  if (std::isnan(value)) return 0x7fc0;
  double rounded = value;
  if (value != 0 && !std::isinf(value)) rounded = roundToPrecision(value, 8, -126);
  const float narrow = static_cast<float>(rounded);  // exact, or infinite
  std::uint32_t bits;
  std::memcpy(&bits, &narrow, sizeof bits);
  return static_cast<std::uint16_t>(bits >> 16);
}

std::string Tensor::contentHash() const {
  // A multiplicative hash over 8-byte words, so that 100 MB of weights hash quickly.
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  };
  mix(static_cast<std::uint64_t>(dtype_));
  for (const std::int64_t size : shape_) mix(static_cast<std::uint64_t>(size));
  const std::int64_t total = bytes();
  for (std::int64_t i = 0; i < total; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data_ + i, static_cast<std::size_t>(std::min<std::int64_t>(8, total - i)));
    mix(word);
  }
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(hash >> shift) & 15];
  return text;
}

}  // namespace mcc
