// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Equally spaced numbers.
#pragma once

#include <cstdint>

#include "runtime_support/math/convert.h"
#include "runtime_support/math/integers.h"

namespace mcc::rt {

/// out[i] = start + i * step; integers wrap around.
template <class T>
void iota(std::int64_t count, std::int64_t start, std::int64_t step, T* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    out[i] = static_cast<T>(wrapAdd(start, wrapMultiply(i, step)));
  }
}

/// The same from real numbers, computed in double.
template <class T>
void iotaReal(std::int64_t count, double start, double step, T* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    out[i] = convert<T>(start + static_cast<double>(i) * step);
  }
}

}  // namespace mcc::rt
