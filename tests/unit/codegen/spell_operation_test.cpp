// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations as C++ text: what needs parentheses has them, bounds that are numbers take one
// instruction.
#include "codegen/spell_operation.h"

#include <doctest/doctest.h>

#include <cmath>

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

TEST_CASE("a bound that is a number is not tested for NaN") {
  std::set<std::string> roots;
  const Expression::Operation maximum{Op::maximum, {0, 1}, DType::f32, {}};
  const Expression::Operation minimum{Op::minimum, {0, 1}, DType::f32, {}};
  const auto spell = [&](const Expression::Operation& operation, const Spelled& a,
                         const Spelled& b) {
    return spellOperation(operation, {a, b}, {DType::f32, DType::f32}, true, roots).text;
  };
  const auto number = [&](double value) {
    const Expression::Operation full{Op::full, {}, DType::f32, Attribute(value)};
    return spellOperation(full, {}, {}, true, roots);
  };
  const Spelled x{"x"};
  CHECK(spell(maximum, x, number(0)) == "atLeast(x, broadcast(0.0f))");
  CHECK(spell(minimum, number(6), x) == "atMost(x, broadcast(6.0f))");
  CHECK(roots.count("atLeast(F32,F32)") == 1);
  CHECK(spell(maximum, x, Spelled{"y"}) == "max(x, y)");
  CHECK(spell(minimum, x, number(std::nan(""))).rfind("min(x, ", 0) == 0);
}

}  // namespace mcc
