// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations as C++ text: what needs parentheses has them.
#include "codegen/spell_operation.h"

#include <doctest/doctest.h>

namespace mcc {

TEST_CASE("a comparison that begins with a call is put in parentheses") {
  std::set<std::string> roots;
  const Expression::Operation isInfinite{Op::isinf, {0}, DType::boolean, {}};
  const Spelled test = spellOperation(isInfinite, {{"x", false}}, {DType::f32}, false, roots);
  CHECK(test.text == "abs(x) == std::numeric_limits<float>::infinity()");
  const Expression::Operation negation{Op::logical_not, {0}, DType::boolean, {}};
  CHECK(spellOperation(negation, {test}, {DType::boolean}, false, roots).text ==
        "!(abs(x) == std::numeric_limits<float>::infinity())");
}

}  // namespace mcc
