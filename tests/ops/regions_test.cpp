// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cond, while_loop, scan and fused with small bodies.
#include "ir/builder.h"
#include "tests/ops/op_test.h"

namespace mcc::test {
namespace {

const TensorType kScalar{DType::i64, {}, std::nullopt};

// A graph of i64 scalars made by `body`, which returns the outputs.
template <class Body>
Graph scalarGraph(std::size_t inputs, Body body) {
  Graph graph;
  for (std::size_t i = 0; i < inputs; ++i) graph.addInput("x", kScalar);
  Builder builder(graph, {}, {});
  const std::vector<ValueId> outputs = body(builder, graph.inputs);
  graph.outputs = outputs;
  return graph;
}

using Values = std::vector<ValueId>;

Graph scale(std::int64_t factor) {
  return scalarGraph(1, [&](Builder& b, const Values& in) {
    return Values{b.mul(in[0], b.scalar(factor, DType::i64))};
  });
}

TEST_CASE("cond runs one branch") {
  const Tensor five = ints({}, {5});
  const std::vector<Graph> branches = {scale(2), scale(3)};
  checkSame(runAll(Op::cond, {bools({}, {1}), five}, {}, branches)[0], ints({}, {10}));
  checkSame(runAll(Op::cond, {bools({}, {0}), five}, {}, branches)[0], ints({}, {15}));
  CHECK_THROWS_AS(runAll(Op::cond, {bools({}, {1}), five, five}, {}, branches), Error);
  CHECK_THROWS_AS(runAll(Op::cond, {five, five}, {}, branches), Error);
  CHECK_THROWS_AS(runAll(Op::cond, {bools({}, {1}), five}, {}, {scale(2)}), Error);
}

TEST_CASE("while_loop repeats; constants stay") {
  // doubles x while it is below the limit
  const Graph condition = scalarGraph(2, [](Builder& b, const Values& in) {
    return Values{b.binary(Op::lt, in[0], in[1])};
  });
  const Graph body = scalarGraph(2, [](Builder& b, const Values& in) {
    return Values{b.add(in[0], in[0])};
  });
  const Attributes one = {{"carried", 1}};
  checkSame(runAll(Op::while_loop, {ints({}, {3}), ints({}, {40})}, one, {condition, body})[0],
            ints({}, {48}));
  checkSame(runAll(Op::while_loop, {ints({}, {50}), ints({}, {40})}, one, {condition, body})[0],
            ints({}, {50}));
  CHECK_THROWS_AS(runAll(Op::while_loop, {ints({}, {3}), ints({}, {4})}, {{"carried", 3}},
                         {condition, body}), Error);
}

TEST_CASE("scan carries and stacks, forwards and backwards") {
  // (sum, x) -> (sum + x, sum * c)
  const Graph body = scalarGraph(3, [](Builder& b, const Values& in) {
    return Values{b.add(in[0], in[1]), b.mul(in[0], in[2])};
  });
  const std::vector<Tensor> operands = {ints({}, {0}), ints({3}, {1, 2, 3}), ints({}, {10})};
  const auto attributes = [](bool reverse) {
    return Attributes{{"carried", 1}, {"scanned", 1}, {"reverse", reverse}};
  };
  std::vector<Tensor> got = runAll(Op::scan, operands, attributes(false), {body});
  checkSame(got[0], ints({}, {6}));
  checkSame(got[1], ints({3}, {0, 10, 30}));
  got = runAll(Op::scan, operands, attributes(true), {body});
  checkSame(got[0], ints({}, {6}));
  checkSame(got[1], ints({3}, {50, 30, 0}));
  got = runAll(Op::scan, {ints({}, {4}), ints({0}, {}), ints({}, {10})}, attributes(false), {body});
  checkSame(got[0], ints({}, {4}));
  checkSame(got[1], ints({0}, {}));
}

}  // namespace
}  // namespace mcc::test
