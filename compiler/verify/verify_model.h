// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mcc verify: a model's generated code against recorded calls or the reference evaluator.
#pragma once
#include "compiler/options.h"
#include "ir/diagnostics.h"

namespace mcc {

// Compiles, builds with the host's c++, runs every call of options.data (or three calls on seeded
// inputs) and compares. Prints a line per call. Returns 0, or 2 when a result differs.
int verifyModel(const Options& options, Diagnostics& diagnostics);

}  // namespace mcc
