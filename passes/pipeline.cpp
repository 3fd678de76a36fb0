// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's plot.
#include "passes/pipeline.h"

#include "passes/decompose.h"
#include "passes/eliminate_dead.h"
#include "passes/fold_constants.h"

namespace mcc {
namespace {

constexpr Pass kPipeline[] = {
    {"decompose", "express every operator in the core set",
     [](Module& module, PassContext& context) { decompose(module, context.diagnostics); },
     Stage::core},
    {"fold-constants", "compute what does not depend on the inputs",
     [](Module& module, PassContext&) { foldConstants(module); }, Stage::core},
    {"eliminate-dead", "remove what no output needs",
     [](Module& module, PassContext&) { eliminateDead(module); }, Stage::core},
};

}  // namespace

std::span<const Pass> pipeline() { return kPipeline; }

void runPipeline(Module& module, PassContext& context, const AfterPass& afterPass,
                 const std::string& stopAfter) {
  for (const Pass& pass : kPipeline) {
    pass.run(module, context);
    if (context.diagnostics.hasErrors()) return;
    verify(module, pass.after);
    if (afterPass) afterPass(pass, module);
    if (stopAfter == pass.name) return;
  }
}

}  // namespace mcc
