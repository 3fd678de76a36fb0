// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// decompose: every ATen node becomes core operators.
#pragma once
#include <string>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/module.h"

namespace mcc {

// Reports every node it can't rewrite (unsupported operators once per target, with counts) and
// leaves those nodes as they are; the module is all core when nothing was reported. Operators that
// `custom` names (custom_operators.h) and mcc doesn't know become calls of the user's functions.
void decompose(Module& module, Diagnostics& diagnostics,
               const std::vector<std::string>& custom = {});

}  // namespace mcc
