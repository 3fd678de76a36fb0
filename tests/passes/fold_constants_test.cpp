// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/fold_constants.h"

#include "tests/passes/text_case.h"

namespace mcc::test {

TEST_CASE("what no input reaches becomes a constant") {
  checkPass(foldConstants, "%x: f32[2]", R"(
    %w = constant {tensor = f32[2]{1.0, 4.0}} : f32[2]
    %r = sqrt(%w) : f32[2]
    %y = mul(%x, %r) : f32[2]
    return (%y)
)",
            R"(
    %r = constant {tensor = f32[2]{1.0, 2.0}} : f32[2]
    %w = constant {tensor = f32[2]{1.0, 4.0}} : f32[2]
    %y = mul(%x, %r) : f32[2]
    return (%y)
)");
}

TEST_CASE("equal elements become a number with a shape") {
  checkPass(foldConstants, "%x: f32[2]", R"(
    %w = constant {tensor = f32[2]{4.0, 4.0}} : f32[2]
    %r = sqrt(%w) : f32[2]
    %y = mul(%x, %r) : f32[2]
    return (%y)
)",
            R"(
    %r = full() {value = 2.0, dtype = f32, shape = [2]} : f32[2]
    %w = constant {tensor = f32[2]{4.0, 4.0}} : f32[2]
    %y = mul(%x, %r) : f32[2]
    return (%y)
)");
}

}  // namespace mcc::test
