// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a module to the text of the generated files.
#pragma once
#include <string>

#include "codegen/print_source.h"
#include "compiler/options.h"
#include "passes/pipeline.h"

namespace mcc {

// Runs the passes, lowers, plans and prints: files of one folder by name, none when `diagnostics`
// has errors. `module` is left as the last pass left it, but gives its constants up.
Files compile(Module& module, const Options& options, Diagnostics& diagnostics,
              const AfterPass& afterPass = {});

// The target that options ask for: --target, or generic. Error when unknown.
const Target& targetOf(const Options& options);

// "path/to/my-net.pt2" -> "my_net", unless --name says otherwise.
std::string namespaceOf(const Options& options);

}  // namespace mcc
