// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fuse-pointwise: chains of pointwise operators become one `fused` node each.
#pragma once
#include "ir/module.h"

namespace mcc {

// Every pointwise node ends up in a fused node. A node joins its consumer when all its users are
// there already and it has the consumer's shape; number literals and `expand` are absorbed. Integer
// divisors that may be zero stay operands, so that they can be checked before the loop.
void fusePointwise(Module& module);

}  // namespace mcc
