// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a result is what was recorded.
#pragma once
#include <optional>
#include <string>

#include "ir/tensor.h"

namespace mcc {

struct Tolerance {
  double rtol = 0, atol = 0;
};

struct Comparison {
  bool passed = true;
  double worst = 0;     // largest |got - want| / (atol + rtol * |want|); infinite on a mismatch
  std::string message;  // empty when passed
};

// Shapes and types must be equal. Integers and bools exactly; floats when |got - want| <= atol +
// rtol * |want|, NaN equal to NaN, infinities to themselves.
Comparison compare(const Tensor& got, const Tensor& want, Tolerance tolerance);

}  // namespace mcc
