// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Epilogues for the tests of products.
#pragma once

#include <cstdint>

#include "runtime_support/math/rounding.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt::testing {

/// relu(sum + residual), the residual in the result's order.
struct AddRelu {
  const float* residual;

  template <class Lanes>
  F32 operator()(F32 sum, std::int64_t at, std::int64_t, Lanes lanes) const {
    return relu(sum + load(residual + at, lanes));
  }
};

}  // namespace mcc::rt::testing
