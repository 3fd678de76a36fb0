// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model as the options name it.
#pragma once
#include "compiler/options.h"
#include "ir/diagnostics.h"
#include "ir/module.h"

namespace mcc {

// Reads options.model and applies --max and --dim. Error naming the dimensions when one of those is
// unknown.
Module readModel(const Options& options, Diagnostics& diagnostics);

}  // namespace mcc
