// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choices between two values of any type, named as their vector forms.
#pragma once

namespace mcc::rt {

template <class T>
constexpr T select(bool condition, T a, T b) {
  return condition ? a : b;
}

/// The larger one; NaN if either is.
template <class T>
constexpr T max(T a, T b) {
  return a > b || a != a ? a : b;
}
/// The smaller one; NaN if either is.
template <class T>
constexpr T min(T a, T b) {
  return a < b || a != a ? a : b;
}

/// x, but at least `low`. NaN stays NaN; the bound must be a number.
template <class T>
constexpr T atLeast(T x, T low) {
  return low > x ? low : x;
}
/// x, but at most `high`. NaN stays NaN; the bound must be a number.
template <class T>
constexpr T atMost(T x, T high) {
  return high < x ? high : x;
}

/// -1, 0 or 1; 0 for NaN.
template <class T>
constexpr T sign(T x) {
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : T(0);
}

}  // namespace mcc::rt
