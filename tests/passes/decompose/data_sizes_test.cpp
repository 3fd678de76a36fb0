// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes that come from data: every symbol gets its value from somewhere, or the program is refused.
#include <doctest/doctest.h>

#include "ir/evaluate.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "passes/decompose.h"

using namespace mcc;

namespace {

// The file calls the size of x[:n] u1, and makes that many ones.
constexpr const char* kSlice = R"(module "m" {
  symbols {
    u0: -100..100 "u0" from node
    u1: 0..5 "u1" from node
  }
  graph(%x: f32[5] as "x", %n: i64[] as "n") {
    bind_symbol(%n) {symbol = "u0"}
    %s = aten "aten.slice.Tensor"(%x) {self = $0, dim = 0, start = 0, end = u0} : f32[u1]
    %y = aten "aten.full.default" {size = [u1], fill_value = 1.0} : f32[u1]
    return (%y as "y")
  }
}
)";

Module decomposed(const std::string& text) {
  Module module = parse(text, {});
  Diagnostics diagnostics;
  decompose(module, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) FAIL(diagnostic.message);
  verify(module, Stage::core);
  return module;
}

std::int64_t sizeFor(const Module& module, std::int64_t n) {
  std::vector<Tensor> inputs = {Tensor(DType::f32, {5}), Tensor(DType::i64, {})};
  inputs[1].setInteger(0, n);
  return Evaluator(module).run(inputs).at(0).size();
}

}  // namespace

TEST_CASE("a size that the file names is what inference computes") {
  const Module module = decomposed(kSlice);
  CHECK(module.symbols.count("u1") == 0);
  CHECK(sizeFor(module, 0) == 0);
  CHECK(sizeFor(module, 3) == 3);
  CHECK(sizeFor(module, 50) == 5);
}

TEST_CASE("an end from data that counts from behind stops the run") {
  CHECK_THROWS_AS(sizeFor(decomposed(kSlice), -1), EvaluationFault);
}

TEST_CASE("a symbol that nothing gives a value to is refused by the node that uses it") {
  std::string text = kSlice;
  text.replace(text.find("end = u0"), 8, "end = 3 ");
  text.replace(text.find("f32[u1]"), 7, "f32[3] ");
  Module module = parse(text, {});
  Diagnostics diagnostics;
  decompose(module, diagnostics);
  REQUIRE(diagnostics.hasErrors());
  CHECK(diagnostics.all()[0].message.find("aten.full.default: its arguments hold u1") == 0);
}
