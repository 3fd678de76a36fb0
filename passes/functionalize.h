// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// functionalize: operators that write in place become pure.
#pragma once
#include "ir/module.h"

namespace mcc {

// Rewrites the module so that no operator changes its operands: every write makes a new value,
// which later uses of the written tensor, and of everything that shares memory with it, see. What
// is written to a user input or a stored tensor leaves the program as an output of kind mutation or
// state; stored tensors that nothing writes become constants. Regions without effect of their own
// (gradient switches) are inlined.
// as_strided and its like, which read the memory behind a tensor, become reads of that memory as a
// tensor of its own, row-major: there alone their strides mean what they say.
// Error, naming the operator, where a write or the memory can't be followed.
void functionalize(Module& module);

}  // namespace mcc
