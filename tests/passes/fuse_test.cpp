// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fuse-pointwise and fuse-epilogues.
#include "passes/fuse_epilogues.h"
#include "passes/fuse_pointwise.h"
#include "tests/passes/text_case.h"

namespace mcc::test {

TEST_CASE("a chain of pointwise operators becomes one loop") {
  checkPass(fusePointwise, "%x: f32[2], %y: f32[2]", R"(
    %a = add(%x, %y) : f32[2]
    %b = exp(%a) : f32[2]
    return (%b)
)",
            R"(
    %b = fused(%x, %y) {shape = [2]} : f32[2] regions {
      graph(%x: f32[2], %y: f32[2]) {
        %0 = add(%x, %y) : f32[2]
        %1 = exp(%0) : f32[2]
        return (%1)
      }
    }
    return (%b)
)");
}

TEST_CASE("an activation is applied before the product is stored") {
  checkPass(fuseEpilogues, "%x: f32[1, 2], %w: f32[2, 2]", R"(
    %p = matmul(%x, %w) {transpose_b = false} : f32[1, 2]
    %y = fused(%p) {shape = [1, 2]} : f32[1, 2] regions {
      graph(%p: f32[1, 2]) {
        %r = relu(%p) : f32[1, 2]
        return (%r)
      }
    }
    return (%y)
)",
            R"(
    %y = matmul(%x, %w, none) {transpose_b = false} : f32[1, 2] regions {
      graph(%p: f32[1, 2]) {
        %r = relu(%p) : f32[1, 2]
        return (%r)
      }
    }
    return (%y)
)");
}

}  // namespace mcc::test
