// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of passes, from the exported program to one ready to be lowered.
#pragma once
#include <functional>
#include <span>

#include "passes/pass.h"

namespace mcc {

std::span<const Pass> pipeline();

// Called after every pass, with the module as it left it and whether it ran to its end.
using AfterPass = std::function<void(const Pass& pass, const Module& module)>;

// Runs the passes in order and verifies after each. Stops after the first pass that reports an
// error, and after `stopAfter` (a pass's name; empty: none).
void runPipeline(Module& module, PassContext& context, const AfterPass& afterPass,
                 const std::string& stopAfter = {});

}  // namespace mcc
