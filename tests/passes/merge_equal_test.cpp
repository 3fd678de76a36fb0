// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/merge_equal.h"

#include "tests/passes/text_case.h"

namespace mcc::test {

TEST_CASE("equal nodes are computed once, and what reads them too") {
  checkPass(mergeEqual, "%x: f32[2]", R"(
    %a = exp(%x) : f32[2]
    %b = exp(%x) : f32[2]
    %c = add(%a, %x) : f32[2]
    %d = add(%b, %x) : f32[2]
    %e = mul(%c, %d) : f32[2]
    return (%e)
)",
            R"(
    %a = exp(%x) : f32[2]
    %c = add(%a, %x) : f32[2]
    %e = mul(%c, %c) : f32[2]
    return (%e)
)");
}

TEST_CASE("operands in another order, other attributes and other bits of a number differ") {
  const std::string text = R"(
    %a = sub(%x, %y) : f32[2]
    %b = sub(%y, %x) : f32[2]
    %c = full() {value = 0.0, dtype = f32, shape = [2]} : f32[2]
    %d = full() {value = -0.0, dtype = f32, shape = [2]} : f32[2]
    return (%a, %b, %c, %d)
)";
  checkPass(mergeEqual, "%x: f32[2], %y: f32[2]", text, text);
}

TEST_CASE("both results may be outputs") {
  checkPass(mergeEqual, "%x: f32[2]", R"(
    %a = exp(%x) : f32[2]
    %b = exp(%x) : f32[2]
    return (%a, %b)
)",
            R"(
    %a = exp(%x) : f32[2]
    return (%a as "a", %a as "b")
)");
}

}  // namespace mcc::test
