// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of run: one call per step.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "codegen/custom_functions.h"
#include "codegen/interface.h"
#include "codegen/print_functors.h"

namespace mcc {

// What steps need from the rest of the file.
struct StepContext {
  const Program& program;
  const Interface& interface;
  const PrintOptions& options;
  const std::vector<FunctorText>& functors;
  const std::vector<std::int64_t>& weightOffsets;  // parallel to Program::constants
  const std::vector<CustomFunction>& customs;      // the user's functions
  std::set<std::string> roots;                     // runtime_support functions used
};

// Statements of run after its checks, up to the final return.
void printSteps(CodeWriter& writer, StepContext& context);

}  // namespace mcc
