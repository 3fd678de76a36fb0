// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stored tensors are state: those that some output writes.
#pragma once
#include "ir/module.h"

namespace mcc {

// Turns state inputs that no output of kind state targets into constants at the start of the graph.
void settleState(Module& module);

}  // namespace mcc
