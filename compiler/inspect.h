// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mcc inspect: what is in a model.
#pragma once
#include <string>

#include "ir/diagnostics.h"
#include "ir/module.h"

namespace mcc {

// Inputs, outputs, state, dimensions, operators with counts, parameters, and what is unsupported.
std::string inspect(const Module& module);

}  // namespace mcc
