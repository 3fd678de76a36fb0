// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic as PyTorch has it: overflow wraps around, and nothing is undefined. Divisors
// must not be zero: callers check them first (noneZero).
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace mcc::rt {

/// What sums and products of T are computed in: T itself, but an unsigned type for integers and
/// bools, of which static_cast<T> keeps the low bits (of bools, whether it is zero).
template <class T>
using WrappingType = std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>;

template <class T>
constexpr T wrapAdd(T a, T b) {
  return static_cast<T>(static_cast<WrappingType<T>>(a) + static_cast<WrappingType<T>>(b));
}
template <class T>
constexpr T wrapSubtract(T a, T b) {
  return static_cast<T>(static_cast<WrappingType<T>>(a) - static_cast<WrappingType<T>>(b));
}
template <class T>
constexpr T wrapMultiply(T a, T b) {
  return static_cast<T>(static_cast<WrappingType<T>>(a) * static_cast<WrappingType<T>>(b));
}
template <class T>
constexpr T wrapNegate(T a) {
  return wrapSubtract(T(0), a);
}
/// The magnitude; the smallest integer stays itself.
template <class T>
constexpr T absInteger(T a) {
  return a < T(0) ? wrapNegate(a) : a;
}

/// The quotient rounded towards zero.
template <class T>
constexpr T truncDivide(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    if (b == T(-1)) return wrapNegate(a);
  }
  return static_cast<T>(a / b);
}
/// The remainder with the sign of the dividend.
template <class T>
constexpr T truncRemainder(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    if (b == T(-1)) return T(0);
  }
  return static_cast<T>(a % b);
}
/// The quotient rounded down.
template <class T>
constexpr T floorDivideInteger(T a, T b) {
  const T quotient = truncDivide(a, b);
  const T rest = truncRemainder(a, b);
  return rest != T(0) && (rest < T(0)) != (b < T(0)) ? static_cast<T>(quotient - T(1)) : quotient;
}
/// The remainder with the sign of the divisor, as Python's %.
template <class T>
constexpr T floorRemainder(T a, T b) {
  const T rest = truncRemainder(a, b);
  return rest != T(0) && (rest < T(0)) != (b < T(0)) ? static_cast<T>(rest + b) : rest;
}

/// a * 2^count; 0 where the count is negative or not below the width.
template <class T>
constexpr T shiftLeftInteger(T a, T count) {
  if (count < T(0) || count >= T(sizeof(T) * 8)) return T(0);
  return static_cast<T>(static_cast<WrappingType<T>>(a) << static_cast<unsigned>(count));
}
/// a / 2^count rounded down; a negative or too large count leaves the sign alone.
template <class T>
constexpr T shiftRightInteger(T a, T count) {
  const T last = T(sizeof(T) * 8 - 1);
  const unsigned places = static_cast<unsigned>(count < T(0) || count > last ? last : count);
  if (std::is_signed_v<T> && a < T(0)) return static_cast<T>(~(~a >> places));
  if (std::is_unsigned_v<T> && (count < T(0) || count > last)) return T(0);
  return static_cast<T>(a >> places);
}

/// a to the power b. Negative powers: 1 for 1, 1 or -1 for -1, else 0.
template <class T>
constexpr T powInteger(T a, T b) {
  if (b < T(0)) {
    if (a == T(1)) return T(1);
    if (std::is_signed_v<T> && a == static_cast<T>(-1)) return b % T(2) == T(0) ? T(1) : a;
    return T(0);
  }
  T result = T(1);
  while (b > T(0)) {
    if (b % T(2) != T(0)) result = wrapMultiply(result, a);
    a = wrapMultiply(a, a);
    b = static_cast<T>(b / T(2));
  }
  return result;
}

/// Whether none of `count` divisors is zero.
template <class T>
bool noneZero(const T* p, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (p[i] == T(0)) return false;
  }
  return true;
}

}  // namespace mcc::rt
