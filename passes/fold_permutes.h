// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fold-permutes: reorders weights once instead of what they multiply each time.
#pragma once
#include "ir/module.h"

namespace mcc {

// matmul(reshape(permute(x)), W), where the reshape makes one row of what the permute moves and W
// is a constant, becomes matmul(reshape(x), W with its depth in the order of x): what lies between
// channels-last features and a linear layer (flatten). The new W is a chain of movements, which
// fold-constants computes.
void foldPermutes(Module& module);

}  // namespace mcc
