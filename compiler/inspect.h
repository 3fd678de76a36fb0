// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mcc inspect: what is in a model.
#pragma once
#include <string>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/module.h"

namespace mcc {

// Inputs, outputs, state, dimensions, operators with counts, parameters, and what is unsupported.
// `custom`: patterns of operators that the user provides.
std::string inspect(const Module& module, const std::vector<std::string>& custom = {});

}  // namespace mcc
