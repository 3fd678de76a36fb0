// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a module to the text of the generated files.
#pragma once
#include <map>
#include <string>

#include "codegen/print_source.h"
#include "compiler/options.h"
#include "passes/pipeline.h"

namespace mcc {

// File name -> contents, all in one folder.
using Files = std::map<std::string, std::string>;

// Runs the passes, lowers, plans and prints. Empty when `diagnostics` has errors. `module` is left
// as the last pass left it.
Files compile(Module& module, const Options& options, Diagnostics& diagnostics,
              const AfterPass& afterPass = {});

// The target that options ask for: --target, or generic. Error when unknown.
const Target& targetOf(const Options& options);

// "path/to/my-net.pt2" -> "my_net", unless --name says otherwise.
std::string namespaceOf(const Options& options);

}  // namespace mcc
