// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of tensor sizes that depend on the call, with Python's rules.
#pragma once

#include <cstdint>

namespace mcc::rt {

/// a / b rounded towards minus infinity; b is not zero.
constexpr std::int64_t floorDiv(std::int64_t a, std::int64_t b) {
  return a / b - ((a % b != 0 && (a % b < 0) != (b < 0)) ? 1 : 0);
}
/// What floorDiv leaves, with the sign of b.
constexpr std::int64_t floorMod(std::int64_t a, std::int64_t b) { return a - floorDiv(a, b) * b; }
constexpr std::int64_t larger(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
constexpr std::int64_t smaller(std::int64_t a, std::int64_t b) { return a < b ? a : b; }

}  // namespace mcc::rt
