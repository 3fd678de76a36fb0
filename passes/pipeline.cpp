// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's plot.
#include "passes/pipeline.h"

#include "passes/check_sizes.h"
#include "passes/choose_layout.h"
#include "passes/decompose.h"
#include "passes/eliminate_dead.h"
#include "passes/expand_quantization.h"
#include "passes/fold_batch_norm.h"
#include "passes/fold_constants.h"
#include "passes/fold_permutes.h"
#include "passes/fold_quantization.h"
#include "passes/functionalize.h"
#include "passes/fuse_epilogues.h"
#include "passes/fuse_pointwise.h"
#include "passes/merge_equal.h"
#include "passes/sink_dequantize.h"
#include "passes/widen_half.h"

namespace mcc {
namespace {

constexpr Pass kPipeline[] = {
    {"functionalize", "make what writes in place pure",
     [](Module& module, PassContext&) { functionalize(module); }, Stage::imported},
    {"decompose", "express every operator in the core set",
     [](Module& module, PassContext& context) {
       decompose(module, context.diagnostics, context.custom);
     },
     Stage::core},
    {"check-sizes", "check what operators ask of symbolic sizes",
     [](Module& module, PassContext&) { checkSizes(module); }, Stage::core},
    {"widen-half", "compute f16 and bf16 in f32",
     [](Module& module, PassContext&) { widenHalf(module); }, Stage::core},
    {"choose-layout", "move permutes until they cancel",
     [](Module& module, PassContext&) { chooseLayout(module); }, Stage::core},
    {"sink-dequantize", "move and order elements while they are quantised",
     [](Module& module, PassContext&) { sinkDequantize(module); }, Stage::core},
    {"fold-constants", "compute what does not depend on the inputs",
     [](Module& module, PassContext&) { foldConstants(module); }, Stage::core},
    {"merge-equal", "compute equal things once",
     [](Module& module, PassContext&) { mergeEqual(module); }, Stage::core},
    {"eliminate-dead", "remove what no output needs",
     [](Module& module, PassContext&) { eliminateDead(module); }, Stage::core},
    {"fold-batch-norm", "move per-channel factors and offsets into weights",
     [](Module& module, PassContext& context) {
       if (!context.exact) foldBatchNorm(module);
     },
     Stage::core},
    {"fold-quantization", "multiply quantised numbers as integers",
     [](Module& module, PassContext&) { foldQuantization(module); }, Stage::core},
    {"expand-quantization", "compute quantize and dequantize element by element",
     [](Module& module, PassContext&) { expandQuantization(module); }, Stage::core},
    {"fold-permutes", "reorder weights instead of what they multiply",
     [](Module& module, PassContext&) { foldPermutes(module); }, Stage::core},
    {"fold-constants", "compute what quantisation and folding left over",
     [](Module& module, PassContext&) { foldConstants(module); }, Stage::core},
    {"fuse-pointwise", "compute chains of pointwise operators in one loop",
     [](Module& module, PassContext&) { fusePointwise(module); }, Stage::core},
    {"fuse-epilogues", "compute pointwise operators before a product is stored",
     [](Module& module, PassContext&) { fuseEpilogues(module); }, Stage::core},
    {"eliminate-dead", "remove what fusion left over",
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
