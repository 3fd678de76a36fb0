// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/eliminate_dead.h"

#include "tests/passes/text_case.h"

namespace mcc::test {

TEST_CASE("what no output needs goes, with all that only it reads") {
  checkPass(eliminateDead, "%x: f32[2]", R"(
    %a = exp(%x) : f32[2]
    %b = log(%a) : f32[2]
    %c = neg(%x) : f32[2]
    return (%c)
)",
            R"(
    %c = neg(%x) : f32[2]
    return (%c)
)");
}

}  // namespace mcc::test
