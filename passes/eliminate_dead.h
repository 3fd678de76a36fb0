// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// eliminate-dead: removes nodes whose results nothing needs.
#pragma once
#include "ir/module.h"

namespace mcc {

// Keeps what outputs depend on and what can fail or define a symbol at run time (check,
// bind_symbol, and operators whose symbol is still used). Regions too.
void eliminateDead(Module& module);

// Whether a node matters even when nobody reads its results: it stops the run, gives a symbol its
// value, or calls foreign code.
bool hasEffect(const Node& node);

}  // namespace mcc
