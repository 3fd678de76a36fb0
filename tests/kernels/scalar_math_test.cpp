// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic, half precision and conversions against their definitions.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "runtime_support/math/convert.h"
#include "runtime_support/math/half.h"
#include "runtime_support/math/integers.h"
#include "runtime_support/math/scalar_functions.h"
#include "runtime_support/math/select.h"

using namespace mcc::rt;

namespace {

/// The value of f16 bits, from the definition of the format.
double halfValue(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

/// The nearest f16 of a non-negative finite number, found by looking at all neighbours.
std::uint16_t nearestHalf(double x) {
  if (x >= 65520.0) return 0x7c00;
  std::uint16_t low = 0;
  for (int bit = 14; bit >= 0; --bit) {
    const auto trial = static_cast<std::uint16_t>(low | (1 << bit));
    if (trial < 0x7c00 && halfValue(trial) <= x) low = trial;
  }
  const double below = x - halfValue(low);
  const double above =
      low + 1 == 0x7c00 ? 65536.0 - x : halfValue(static_cast<std::uint16_t>(low + 1)) - x;
  const bool up = above < below || (above == below && (low & 1) != 0);
  return static_cast<std::uint16_t>(low + (up ? 1 : 0));
}

}  // namespace

TEST_CASE("every f16 converts to the float of its value and back") {
  for (std::uint32_t i = 0; i < 65536; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const double value = halfValue(bits);
    const float got = halfToFloat(bits);
    if (std::isnan(value)) {
      CHECK(std::isnan(got));
      continue;
    }
    if (static_cast<double>(got) != value || floatToHalf(got) != bits) CHECK(i == 65536U);
  }
}

TEST_CASE("floats round to the nearest f16, ties to even") {
  std::uint32_t wrong = 0;
  for (std::uint64_t i = 0; i < 0x7f800000U; i += 9973) {
    const float x = floatOfBits(static_cast<std::uint32_t>(i));
    if (floatToHalf(x) != nearestHalf(static_cast<double>(x))) ++wrong;
  }
  for (std::uint16_t bits = 0; bits < 0x7c00; ++bits) {  // exact ties and their neighbours
    const auto next = static_cast<std::uint16_t>(bits + 1);
    const double above = next == 0x7c00 ? 65536.0 : halfValue(next);
    const auto tie = static_cast<float>((halfValue(bits) + above) / 2);
    for (float x : {tie, std::nextafter(tie, 0.0f), std::nextafter(tie, 1e9f)}) {
      if (floatToHalf(x) != nearestHalf(static_cast<double>(x))) ++wrong;
      if (floatToHalf(-x) != (nearestHalf(static_cast<double>(x)) | 0x8000)) ++wrong;
    }
  }
  CHECK(wrong == 0);
  CHECK(floatToHalf(std::nanf("")) == 0x7e00);
}

TEST_CASE("bf16 rounds to nearest even") {
  CHECK(floatToBfloat16(1.0f) == 0x3f80);
  CHECK(floatToBfloat16(floatOfBits(0x3f808000)) == 0x3f80);
  CHECK(floatToBfloat16(floatOfBits(0x3f818000)) == 0x3f82);
  CHECK(floatToBfloat16(floatOfBits(0x3f808001)) == 0x3f81);
  CHECK(floatToBfloat16(std::numeric_limits<float>::max()) == 0x7f80);
  CHECK(std::isnan(bfloat16ToFloat(floatToBfloat16(std::nanf("")))));
  CHECK(bfloat16ToFloat(0xc040) == -3.0f);
}

TEST_CASE("integer division follows Python where it says floor and C where it says trunc") {
  for (int a = -128; a < 128; ++a) {
    for (int b = -128; b < 128; ++b) {
      if (b == 0) continue;
      const auto x = static_cast<std::int8_t>(a);
      const auto y = static_cast<std::int8_t>(b);
      const int down = static_cast<int>(std::floor(static_cast<double>(a) / b));
      if (floorDivideInteger(x, y) != static_cast<std::int8_t>(down)) CHECK(a == 1000);
      if (floorRemainder(x, y) != a - down * b) CHECK(a == 1001);
      if (truncDivide(x, y) != static_cast<std::int8_t>(a / b)) CHECK(a == 1002);
      if (truncRemainder(x, y) != a % b) CHECK(a == 1003);
    }
  }
  const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  CHECK(truncDivide<std::int64_t>(lowest, -1) == lowest);
  CHECK(floorRemainder<std::int64_t>(lowest, -1) == 0);
  CHECK(absInteger(lowest) == lowest);
  CHECK(wrapMultiply<std::uint16_t>(65535, 65535) == 1);
  CHECK(wrapAdd<std::int32_t>(2147483647, 1) == -2147483647 - 1);
}

TEST_CASE("shifts and integer powers") {
  CHECK(shiftLeftInteger<std::int32_t>(3, 4) == 48);
  CHECK(shiftLeftInteger<std::int32_t>(-1, 31) == std::numeric_limits<std::int32_t>::min());
  CHECK(shiftLeftInteger<std::int32_t>(1, 32) == 0);
  CHECK(shiftLeftInteger<std::int32_t>(1, -1) == 0);
  CHECK(shiftRightInteger<std::int32_t>(-5, 1) == -3);
  CHECK(shiftRightInteger<std::int32_t>(-5, 40) == -1);
  CHECK(shiftRightInteger<std::uint8_t>(200, 3) == 25);
  CHECK(powInteger<std::int64_t>(-3, 5) == -243);
  CHECK(powInteger<std::int32_t>(2, 40) == 0);
  CHECK(powInteger<std::int32_t>(-1, -3) == -1);
  CHECK(powInteger<std::int32_t>(5, -1) == 0);
  CHECK(powInteger<std::uint8_t>(3, 5) == 243);
}

TEST_CASE("floor division and remainder of floats agree as in Python") {
  CHECK(floorDivide(7.0f, 2.0f) == 3.0f);
  CHECK(floorDivide(-7.0f, 2.0f) == -4.0f);
  CHECK(remainder(-7.0f, 2.0f) == 1.0f);
  CHECK(remainder(7.0f, -2.0f) == -1.0f);
  CHECK(std::isinf(floorDivide(1.0f, 0.0f)));
  CHECK(std::signbit(floorDivide(-0.0, 3.0)));
  CHECK(floorDivide(0.3, 0.1) == 2.0);
}

TEST_CASE("conversions") {
  CHECK(convert<std::int32_t>(-2.9f) == -2);
  CHECK(convert<std::int32_t>(3e9f) == std::numeric_limits<std::int32_t>::min());
  CHECK(convert<std::int64_t>(std::nan("")) == std::numeric_limits<std::int64_t>::min());
  CHECK(convert<std::uint8_t>(-1.5f) == 255);
  CHECK(convert<std::uint8_t>(300.7) == 44);
  CHECK(convert<std::int8_t>(200.0f) == -56);
  CHECK(convert<std::int8_t>(std::int64_t{511}) == -1);
  CHECK(convert<bool>(std::nanf("")));
  CHECK(convert<bool>(0.0f) == false);
  CHECK(convert<float>(true) == 1.0f);
  CHECK(convert<float>(std::int64_t{16777217}) == 16777216.0f);
}

TEST_CASE("choices let NaN through") {
  const float nan = std::nanf("");
  CHECK(std::isnan(max(nan, 1.0f)));
  CHECK(std::isnan(max(1.0f, nan)));
  CHECK(std::isnan(min(1.0f, nan)));
  CHECK(max(2, 3) == 3);
  CHECK(std::isnan(atMost(atLeast(nan, 0.0f), 6.0f)));
  CHECK(sign(-3.0) == -1.0);
  CHECK(sign(nan) == 0.0f);
}
