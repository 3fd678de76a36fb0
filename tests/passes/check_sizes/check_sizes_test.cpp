// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What operators ask of symbolic sizes becomes guards and checks, unless it always holds.
#include "passes/check_sizes.h"

#include <doctest/doctest.h>

#include "ir/evaluate.h"
#include "ir/text.h"
#include "ir/verify.h"

using namespace mcc;

namespace {

Module checked(const std::string& text) {
  Module module = parse(text, {});
  verify(module, Stage::core);
  checkSizes(module);
  verify(module, Stage::core);
  return module;
}

std::size_t countChecks(const Graph& graph) {
  std::size_t count = 0;
  for (const NodeId id : graph.order()) {
    count += graph[id].op == Op::check ? 1 : 0;
    for (const Graph& region : graph[id].regions) count += countChecks(region);
  }
  return count;
}

// x of s0 and y of s1 elements meet in `statement`.
std::string twoSizes(const std::string& guards, const std::string& statement) {
  return "module \"m\" {\n  symbols {\n    s0: 1..64 \"x_0\" from input 0 dim 0\n    s1: 1..64 "
         "\"y_0\" from input 1 dim 0\n  }\n" +
         guards + "  graph(%x: f32[s0] as \"x\", %y: f32[s1] as \"y\") {\n    " + statement +
         "\n    return (%z as \"z\")\n  }\n}\n";
}

constexpr const char* kSum = "%z = add(%x, %y) : f32[s0]";

EvaluationFault::Kind faultOf(const Module& module, std::vector<Tensor> inputs) {
  try {
    Evaluator(module).run(inputs);
  } catch (const EvaluationFault& fault) {
    return fault.kind;
  }
  FAIL("the run was accepted");
  return {};
}

}  // namespace

TEST_CASE("sizes that must be equal are compared before anything runs") {
  const Module module = checked(twoSizes("", kSum));
  REQUIRE(module.guards.size() == 1);
  CHECK(countChecks(module.graph) == 0);
  CHECK(faultOf(module, {Tensor(DType::f32, {4}), Tensor(DType::f32, {3})}) ==
        EvaluationFault::Kind::guard);
  std::vector<Tensor> fitting = {Tensor(DType::f32, {4}), Tensor(DType::f32, {4})};
  CHECK(Evaluator(module).run(fitting).at(0).size() == 4);
}

TEST_CASE("what a guard says already is not checked again") {
  const char* equal = "  guards {\n    equal(s1, s0) \"y as long as x\"\n  }\n";
  CHECK(checked(twoSizes(equal, kSum)).guards.size() == 1);
  const char* through = "  guards {\n    equal(s0, 2*s1) \"x twice as long\"\n  }\n";
  const Module module = checked(
      twoSizes(through, "%z = reshape(%x) {shape = [2, s1]} : f32[2, s1]"));
  CHECK(module.guards.size() == 1);
}

TEST_CASE("a part must lie inside its whole") {
  const Module module = checked(
      twoSizes("", "%z = slice(%x) {starts = [1], sizes = [8], steps = [2]} : f32[8]"));
  REQUIRE(module.guards.size() == 1);
  CHECK(module.guards[0].relation == Guard::Relation::lessEqual);
  CHECK(faultOf(module, {Tensor(DType::f32, {15}), Tensor(DType::f32, {1})}) ==
        EvaluationFault::Kind::guard);
  std::vector<Tensor> fitting = {Tensor(DType::f32, {16}), Tensor(DType::f32, {1})};
  CHECK(Evaluator(module).run(fitting).at(0).size() == 8);
}

TEST_CASE("bounds of symbols are proof enough") {
  CHECK(checked(twoSizes("", "%z = slice(%x) {starts = [0], sizes = [1], steps = [1]} : f32[1]"))
            .guards.empty());
}

TEST_CASE("sizes from data are compared by the node that needs them") {
  const Module module = checked(R"(module "m" {
  symbols {
    u0: 0..5 "u0" from node
  }
  graph(%x: bool[5] as "x", %y: i64[2, 1] as "y") {
    %n = nonzero(%x) {symbol = "u0"} : i64[u0, 1]
    %z = add(%n, %y) : i64[2, 1]
    return (%z as "z")
  }
}
)");
  CHECK(module.guards.empty());
  CHECK(countChecks(module.graph) == 1);
  std::vector<Tensor> inputs = {Tensor(DType::boolean, {5}), Tensor(DType::i64, {2, 1})};
  for (std::int64_t i = 0; i < 3; ++i) inputs[0].setInteger(i, 1);
  CHECK(faultOf(module, inputs) == EvaluationFault::Kind::assertion);
  inputs[0].setInteger(0, 0);
  CHECK(Evaluator(module).run(inputs).at(0).size() == 2);
}
