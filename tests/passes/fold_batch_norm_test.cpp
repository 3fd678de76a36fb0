// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/fold_batch_norm.h"

#include "tests/passes/text_case.h"

namespace mcc::test {

TEST_CASE("a factor and an offset per output channel move into weights and bias") {
  checkPass(foldBatchNorm, "%x: f32[1, 2]", R"(
    %w = constant {tensor = f32[2, 2]{1.0, 2.0, 3.0, 4.0}} : f32[2, 2]
    %s = constant {tensor = f32[2]{10.0, 0.5}} : f32[2]
    %o = constant {tensor = f32[2]{1.0, -1.0}} : f32[2]
    %p = matmul(%x, %w) {transpose_b = true} : f32[1, 2]
    %m = mul(%p, %s) : f32[1, 2]
    %y = add(%m, %o) : f32[1, 2]
    return (%y)
)",
            R"(
    %w = constant {tensor = f32[2, 2]{10.0, 20.0, 1.5, 2.0}} : f32[2, 2]
    %p_bias = constant {tensor = f32[2]{1.0, -1.0}} : f32[2]
    %s = constant {tensor = f32[2]{10.0, 0.5}} : f32[2]
    %o = constant {tensor = f32[2]{1.0, -1.0}} : f32[2]
    %p = matmul(%x, %w, %p_bias) {transpose_b = true} : f32[1, 2]
    return (%p as "y")
)");
}

TEST_CASE("constants that are replaced again and again, and one that another node keeps") {
  checkPass(foldBatchNorm, "%x: f32[1, 2]", R"(
    %w = constant {tensor = f32[2, 2]{1.0, 2.0, 3.0, 4.0}} : f32[2, 2]
    %s = constant {tensor = f32[2]{10.0, 0.5}} : f32[2]
    %o = constant {tensor = f32[2]{1.0, -1.0}} : f32[2]
    %p = matmul(%x, %w) {transpose_b = true} : f32[1, 2]
    %a = add(%p, %o) : f32[1, 2]
    %m = mul(%a, %s) : f32[1, 2]
    %b = add(%m, %o) : f32[1, 2]
    %n = mul(%b, %s) : f32[1, 2]
    %y = matmul(%n, %w) {transpose_b = true} : f32[1, 2]
    return (%y)
)",
            R"(
    %p_bias = constant {tensor = f32[2]{110.0, -0.75}} : f32[2]
    %w = constant {tensor = f32[2, 2]{100.0, 200.0, 0.75, 1.0}} : f32[2, 2]
    %w_1 = constant {tensor = f32[2, 2]{1.0, 2.0, 3.0, 4.0}} : f32[2, 2]
    %s = constant {tensor = f32[2]{10.0, 0.5}} : f32[2]
    %o = constant {tensor = f32[2]{1.0, -1.0}} : f32[2]
    %p = matmul(%x, %w, %p_bias) {transpose_b = true} : f32[1, 2]
    %y = matmul(%p, %w_1) {transpose_b = true} : f32[1, 2]
    return (%y)
)");
}

}  // namespace mcc::test
