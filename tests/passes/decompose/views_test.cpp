// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views, slices, joins and diagonals against literal expectations.
#include "tests/passes/decompose/rule_test.h"

namespace mcc::test {
namespace {

using Ints = std::vector<std::int64_t>;

const Tensor kMatrix = ints({2, 3}, {1, 2, 3, 4, 5, 6});
const Tensor kLine = ints({5}, {0, 1, 2, 3, 4});
const TensorType kAny{DType::i64, {Dim(0), Dim(0)}, std::nullopt};

TEST_CASE("view resolves -1") {
  checkSame(aten("aten.view.default", {kMatrix}, {{"self", in(0)}, {"size", Ints{3, -1}}}),
            ints({3, 2}, {1, 2, 3, 4, 5, 6}));
  CHECK_THROWS_AS(aten("aten.view.default", {kMatrix}, {{"self", in(0)}, {"size", Ints{4, -1}}}),
                  Error);
  CHECK_THROWS_AS(aten("aten.view.default", {kMatrix}, {{"self", in(0)}, {"size", Ints{-1, -1}}}),
                  Error);
}

Tensor slice(const Tensor& x, Attribute start, Attribute end, std::int64_t step = 1) {
  return aten("aten.slice.Tensor", {x},
              {{"self", in(0)}, {"dim", 0}, {"start", start}, {"end", end}, {"step", step}},
              {x.type()});
}

TEST_CASE("slices follow Python") {
  checkSame(slice(kLine, 1, -1), ints({3}, {1, 2, 3}));
  checkSame(slice(kLine, -2, Attribute()), ints({2}, {3, 4}));
  checkSame(slice(kLine, Attribute(), INT64_MAX, 2), ints({3}, {0, 2, 4}));
  checkSame(slice(kLine, 3, 1), ints({0}, {}));
  checkSame(slice(kLine, -9, 9), kLine);
  checkSame(slice(kLine, 7, 9), ints({0}, {}));
}

TEST_CASE("symbolic slices stay inside, whatever is passed") {
  Graph graph;
  const Dim s = Dim::symbol("s0"), u = Dim::symbol("u0");
  Node node;
  node.op = Op::aten;
  node.target = "aten.narrow.default";
  node.attributes = {{"self", in(0)}, {"dim", 0}, {"start", 0}, {"length", u}};
  node.inputs = {graph.addInput("x", {DType::i64, {s}, std::nullopt})};
  AtenCall call(graph, node, {{DType::i64, {u}, std::nullopt}});
  findRule(node.target)->rewrite(call);
  graph.outputs = call.givenResults();
  Bindings bindings = {{"s0", 5}, {"u0", 2}};
  checkSame(evaluateGraph(graph, {kLine}, bindings)[0], ints({2}, {0, 1}));
  bindings["u0"] = 6;
  CHECK_THROWS_AS(evaluateGraph(graph, {kLine}, bindings), EvaluationFault);
}

TEST_CASE("select checks its index") {
  const auto select = [](std::int64_t index) {
    return aten("aten.select.int", {kMatrix}, {{"self", in(0)}, {"dim", 1}, {"index", index}});
  };
  checkSame(select(-1), ints({2}, {3, 6}));
  CHECK_THROWS_AS(select(3), Error);
  CHECK_THROWS_AS(select(-4), Error);
}

TEST_CASE("pieces") {
  std::vector<Tensor> parts = atenAll("aten.chunk.default", {kLine},
                                      {{"self", in(0)}, {"chunks", 3}, {"dim", 0}},
                                      {kAny, kAny, kAny});
  REQUIRE(parts.size() == 3);
  checkSame(parts[2], ints({1}, {4}));
  parts = atenAll("aten.tensor_split.sections", {kLine},
                  {{"self", in(0)}, {"sections", 2}, {"dim", 0}});
  checkSame(parts[0], ints({3}, {0, 1, 2}));
  parts = atenAll("aten.tensor_split.indices", {kLine},
                  {{"self", in(0)}, {"indices", Ints{1, -1, 9}}, {"dim", 0}});
  checkSame(parts[1], ints({3}, {1, 2, 3}));
  checkSame(parts[3], ints({0}, {}));
  CHECK_THROWS_AS(atenAll("aten.split_with_sizes.default", {kLine},
                          {{"self", in(0)}, {"split_sizes", Ints{2, 2}}, {"dim", 0}}), Error);
}

// aten.tensor_split of 0 to 4 by a tensor, which is a constant of the graph or a second input.
std::vector<Tensor> splitByTensor(const Tensor& positions, bool isConstant) {
  const std::string target = "aten.tensor_split.tensor_indices_or_sections";
  Graph graph;
  Node constant;
  constant.op = Op::constant;
  constant.attributes.set("tensor", std::make_shared<const Tensor>(positions));
  Node node;
  node.op = Op::aten;
  node.target = target;
  node.attributes = {{"self", in(0)}, {"tensor_indices_or_sections", in(1)}, {"dim", 0}};
  node.inputs.push_back(graph.addInput("x", kLine.type()));
  node.inputs.push_back(isConstant ? graph[graph.append(constant, {positions.type()})].outputs[0]
                                   : graph.addInput("y", positions.type()));
  AtenCall call(graph, node, {});
  findRule(target)->rewrite(call);
  graph.outputs = call.givenResults();
  Bindings bindings;
  return evaluateGraph(graph, {kLine}, bindings);
}

TEST_CASE("tensor_split by a tensor takes constants, as positions or as a number of pieces") {
  std::vector<Tensor> parts = splitByTensor(ints({3}, {1, -1, 9}), true);
  REQUIRE(parts.size() == 4);
  checkSame(parts[0], ints({1}, {0}));
  checkSame(parts[1], ints({3}, {1, 2, 3}));
  checkSame(parts[2], ints({1}, {4}));
  checkSame(parts[3], ints({0}, {}));
  parts = splitByTensor(ints({}, {2}), true);
  REQUIRE(parts.size() == 2);
  checkSame(parts[1], ints({2}, {3, 4}));
  checkSame(splitByTensor(ints({0}, {}), true).at(0), kLine);
  CHECK_THROWS_AS(splitByTensor(ints({}, {0}), true), Error);
  CHECK_THROWS_AS(splitByTensor(ints({1, 1}, {2}), true), Error);
  CHECK_THROWS_AS(splitByTensor(reals({1}, {2}), true), Error);
  CHECK_THROWS_AS(splitByTensor(ints({1}, {2}), false), Error);
}

TEST_CASE("joins and repeats") {
  checkSame(aten("aten.cat.default", {ints({0}, {}), kMatrix, reals({1, 3}, {7, 8, 9})},
                 {{"tensors", Attribute::List{in(0), in(1), in(2)}}, {"dim", 0}}),
            reals({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}));
  checkSame(aten("aten.repeat.default", {ints({2}, {1, 2})},
                 {{"self", in(0)}, {"repeats", Ints{2, 2}}}),
            ints({2, 4}, {1, 2, 1, 2, 1, 2, 1, 2}));
  checkSame(aten("aten.repeat_interleave.self_int", {kMatrix},
                 {{"self", in(0)}, {"repeats", 2}, {"dim", 0}}),
            ints({4, 3}, {1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}));
  checkSame(aten("aten.roll.default", {kMatrix},
                 {{"self", in(0)}, {"shifts", Ints{1}}, {"dims", Ints{1}}}),
            ints({2, 3}, {3, 1, 2, 6, 4, 5}));
  checkSame(aten("aten.roll.default", {kMatrix}, {{"self", in(0)}, {"shifts", Ints{-1}}}),
            ints({2, 3}, {2, 3, 4, 5, 6, 1}));
  checkSame(aten("aten.rot90.default", {kMatrix}, {{"self", in(0)}, {"k", 1}}),
            ints({3, 2}, {3, 6, 2, 5, 1, 4}));
  const std::vector<Tensor> grids =
      atenAll("aten.meshgrid.indexing", {ints({2}, {1, 2}), ints({3}, {7, 8, 9})},
              {{"tensors", Attribute::List{in(0), in(1)}}, {"indexing", "xy"}});
  checkSame(grids[0], ints({3, 2}, {1, 2, 1, 2, 1, 2}));
  checkSame(grids[1], ints({3, 2}, {7, 7, 8, 8, 9, 9}));
}

TEST_CASE("windows and diagonals") {
  checkSame(aten("aten.unfold.default", {kLine},
                 {{"self", in(0)}, {"dimension", 0}, {"size", 3}, {"step", 2}}),
            ints({2, 3}, {0, 1, 2, 2, 3, 4}));
  checkSame(aten("aten.diagonal.default", {kMatrix}, {{"self", in(0)}, {"offset", 1}}),
            ints({2}, {2, 6}));
  checkSame(aten("aten.diagonal.default", {kMatrix}, {{"self", in(0)}, {"offset", -5}}),
            ints({0}, {}));
  checkSame(aten("aten.diag_embed.default", {ints({2}, {5, 6})},
                 {{"self", in(0)}, {"offset", -1}}),
            ints({3, 3}, {0, 0, 0, 5, 0, 0, 0, 6, 0}));
  checkSame(aten("aten.triu.default", {kMatrix}, {{"self", in(0)}, {"diagonal", 1}}),
            ints({2, 3}, {0, 2, 3, 0, 0, 6}));
  checkSame(aten("aten.tril.default", {kMatrix}, {{"self", in(0)}}),
            ints({2, 3}, {1, 0, 0, 4, 5, 0}));
}

}  // namespace
}  // namespace mcc::test
