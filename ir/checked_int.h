// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// int64 arithmetic that notices overflow, and division that rounds as Python's. For sizes, offsets
// and whatever else is computed from numbers of the input file.
#pragma once
#include <cstdint>

#include "ir/diagnostics.h"

namespace mcc {

[[noreturn]] inline void throwOverflow() {
  throw Error("a size does not fit 64 bits", "reduce the sizes, or bound the symbols with --max");
}

inline std::int64_t checkedAdd(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) throwOverflow();
  return result;
}

inline std::int64_t checkedSubtract(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_sub_overflow(a, b, &result)) throwOverflow();
  return result;
}

inline std::int64_t checkedMultiply(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) throwOverflow();
  return result;
}

// Quotient rounded towards minus infinity; throws on b == 0 and on INT64_MIN / -1.
inline std::int64_t checkedFloorDivide(std::int64_t a, std::int64_t b) {
  if (b == 0) throw Error("a size is divided by zero");
  if (b == -1) return checkedSubtract(0, a);
  return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

// Remainder with the sign of b; throws on b == 0.
inline std::int64_t checkedModulo(std::int64_t a, std::int64_t b) {
  if (b == 0) throw Error("a size is divided by zero");
  if (b == -1) return 0;
  const std::int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

}  // namespace mcc
