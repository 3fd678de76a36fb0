// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What mcc can be told to do, one function per subcommand.
#pragma once
#include "compiler/options.h"
#include "ir/diagnostics.h"

namespace mcc {

// Returns the exit code when no error is in `diagnostics`; throws Error for what it can't do.
int runCommand(const Options& options, Diagnostics& diagnostics);

}  // namespace mcc
