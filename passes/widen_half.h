// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// widen-half: operators on f16 and bf16 compute in f32.
#pragma once
#include "ir/module.h"

namespace mcc {

// Operators that do more than move elements get f32 operands and results, with casts around them:
// one rounding per operator, as PyTorch on a CPU has it. Pointwise operators stay (their
// expressions compute in f32 by themselves), and so does whatever only moves bits.
void widenHalf(Module& module);

}  // namespace mcc
