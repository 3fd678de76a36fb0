// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fold-constants: computes at compile time what does not depend on the inputs.
#pragma once
#include "ir/module.h"

namespace mcc {

// Nodes whose operands are all constants become constants, by the reference evaluator; a run-time
// check that fails then is left for run time. `full` and `expand` stay symbolic (they cost no
// memory as they are) and are computed only when something else needs their elements, and a result
// larger than its operands by more than a little stays unfolded.
void foldConstants(Module& module);

}  // namespace mcc
