// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluator: state between calls, and the range checks on what callers pass and nodes compute.
#include <doctest/doctest.h>

#include "ir/builder.h"
#include "ir/evaluate.h"

namespace mcc {
namespace {

Tensor integer(std::int64_t value) {
  Tensor tensor(DType::i64, {});
  tensor.setInteger(0, value);
  return tensor;
}

// x: i64 becomes symbol u0 in [1, 4]; the result is iota(u0).
Module counter() {
  Module module;
  const ValueId x = module.graph.addInput("x", {DType::i64, {}, std::nullopt});
  module.inputs.push_back({InputKind::user, "x", nullptr, false});
  module.symbols["u0"] = {Symbol::Source::node, {1, 4}, "u0", 0, 0, 1};
  Builder builder(module.graph, {}, {});
  builder.makeAll(Op::bind_symbol, {x}, {{"symbol", "u0"}});
  module.graph.outputs = {builder.iota(0, 1, Dim::symbol("u0"), DType::i64)};
  module.outputs.push_back({OutputKind::user, "output", 0, false});
  return module;
}

TEST_CASE("symbols that nodes define stay in their range") {
  const Module module = counter();
  Evaluator evaluator(module);
  std::vector<Tensor> inputs = {integer(3)};
  CHECK(evaluator.run(inputs).at(0).size() == 3);
  for (const std::int64_t bad : {0, 5}) {
    inputs = {integer(bad)};
    try {
      evaluator.run(inputs);
      FAIL("no fault");
    } catch (const EvaluationFault& fault) {
      CHECK(fault.kind == EvaluationFault::Kind::size);
    }
  }
}

TEST_CASE("state is kept between calls until it is reset") {
  Module module;
  const ValueId state = module.graph.addInput("n", {DType::i64, {}, std::nullopt});
  module.inputs.push_back(
      {InputKind::state, "n", std::make_shared<const Tensor>(integer(10)), false});
  Builder builder(module.graph, {}, {});
  const ValueId next = builder.add(state, builder.scalar(std::int64_t{1}, DType::i64));
  module.graph.outputs = {next, next};
  module.outputs = {{OutputKind::user, "output", 0, false}, {OutputKind::state, "n", 0, false}};
  Evaluator evaluator(module);
  std::vector<Tensor> none;
  CHECK(evaluator.run(none).at(0).integer(0) == 11);
  CHECK(evaluator.run(none).at(0).integer(0) == 12);
  evaluator.reset();
  CHECK(evaluator.run(none).at(0).integer(0) == 11);
}

}  // namespace
}  // namespace mcc
