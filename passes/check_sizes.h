// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// check-sizes: what operators ask of symbolic sizes is checked when the program runs.
#pragma once
#include "ir/module.h"

namespace mcc {

// Inference lets two sizes pass for equal, or a part for inside its whole, unless they are shown
// not to be. What isn't shown either way for all values of the symbols becomes a guard, checked
// before anything is touched; where it depends on data, or inside a region, a check before the
// node.
void checkSizes(Module& module);

}  // namespace mcc
