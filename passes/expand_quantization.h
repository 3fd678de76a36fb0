// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expand-quantization: what no integer operator took in becomes arithmetic of single elements.
#pragma once
#include "ir/module.h"

namespace mcc {

// quantize and dequantize become pointwise operators, rounded as their definitions say, so that
// they join the loops around them; dequantize of a constant (weights that stay float) becomes a
// constant, however much larger.
void expandQuantization(Module& module);

}  // namespace mcc
