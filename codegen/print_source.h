// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// model.cpp: kernels, weights and run.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "codegen/file_text.h"
#include "codegen/interface.h"

namespace mcc {

// The text of runtime_support functions and all they need, for an instruction set.
struct KernelText {
  std::vector<std::string> includes;  // "cstdint"
  std::string prologue;               // before everything else
  std::string text;                   // inside the unnamed namespace
};
using KernelProvider = std::function<KernelText(const std::set<std::string>& roots)>;

// <stem>.cpp, and weights beside it in the form that the options ask for.
Files printSource(const Program& program, const Interface& interface, const PrintOptions& options,
                  const KernelProvider& kernels);

}  // namespace mcc
