// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sources and movement operators against literal expectations.
#include "tests/ops/op_test.h"

namespace mcc::test {
namespace {

using Ints = std::vector<std::int64_t>;

const Tensor kMatrix = ints({2, 3}, {1, 2, 3, 4, 5, 6});
const TensorType kSymbolic{DType::f32, {Dim::symbol("s0"), Dim(4)}, std::nullopt};

TEST_CASE("sources") {
  checkSame(run(Op::iota, {}, {{"start", 3}, {"step", -2}, {"size", 4}, {"dtype", DType::i64}}),
            ints({4}, {3, 1, -1, -3}));
  checkSame(run(Op::iota, {}, {{"start", 0.5}, {"step", 1}, {"size", 3}, {"dtype", DType::f32}}),
            reals({3}, {0.5, 1.5, 2.5}));
  checkSame(run(Op::iota, {}, {{"start", 0}, {"step", 1}, {"size", 0}, {"dtype", DType::f32}}),
            reals({0}, {}));
  checkSame(run(Op::dim_value, {}, {{"value", 7}}), ints({}, {7}));
  checkSame(run(Op::full, {}, {{"value", 2.5}, {"dtype", DType::f16}, {"shape", Ints{2, 1}}}),
            reals({2, 1}, {2.5, 2.5}, DType::f16));
}

TEST_CASE("symbols and checks") {
  Node node;
  node.op = Op::bind_symbol;
  node.attributes = {{"symbol", "u0"}};
  const Tensor five = ints({1}, {5});
  Bindings bindings;
  CHECK(evaluateNode(node, {&five}, bindings).empty());
  CHECK(bindings.at("u0") == 5);
  CHECK(runAll(Op::check, {bools({}, {1})}, {{"message", "m"}}).empty());
  CHECK_THROWS_AS(runAll(Op::check, {bools({}, {0})}, {{"message", "m"}}), EvaluationFault);
  CHECK_THROWS_AS(inferOn(Op::check, {five.type()}, {{"message", "m"}}), Error);
}

TEST_CASE("reshape") {
  checkSame(run(Op::reshape, {kMatrix}, {{"shape", Ints{3, 2}}}), ints({3, 2}, {1, 2, 3, 4, 5, 6}));
  checkSame(run(Op::reshape, {ints({1, 1}, {4})}, {{"shape", Ints{}}}), ints({}, {4}));
  checkSame(run(Op::reshape, {ints({0, 3}, {})}, {{"shape", Ints{5, 0}}}), ints({5, 0}, {}));
  CHECK_THROWS_AS(run(Op::reshape, {kMatrix}, {{"shape", Ints{4, 2}}}), Error);
  const Dim s = Dim::symbol("s0");
  CHECK_NOTHROW(inferOn(Op::reshape, {kSymbolic}, {{"shape", std::vector<Dim>{s * Dim(4)}}}));
  CHECK_NOTHROW(inferOn(Op::reshape, {kSymbolic}, {{"shape", std::vector<Dim>{8}}}));
  CHECK_THROWS_AS(
      inferOn(Op::reshape, {kSymbolic}, {{"shape", std::vector<Dim>{s * Dim(4) + Dim(1)}}}), Error);
}

TEST_CASE("permute") {
  checkSame(run(Op::permute, {kMatrix}, {{"axes", Ints{1, 0}}}), ints({3, 2}, {1, 4, 2, 5, 3, 6}));
  const Tensor x = ints({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}, DType::u8);
  checkSame(run(Op::permute, {x}, {{"axes", Ints{2, 0, 1}}}),
            ints({2, 2, 2}, {0, 2, 4, 6, 1, 3, 5, 7}, DType::u8));
  checkSame(run(Op::permute, {ints({}, {3})}, {{"axes", Ints{}}}), ints({}, {3}));
  for (const Ints& axes : {Ints{0}, Ints{0, 0}, Ints{0, 2}, Ints{-1, 0}}) {
    CHECK_THROWS_AS(run(Op::permute, {kMatrix}, {{"axes", axes}}), Error);
  }
}

TEST_CASE("expand") {
  checkSame(run(Op::expand, {ints({2, 1}, {1, 2})}, {{"shape", Ints{2, 2, 3}}}),
            ints({2, 2, 3}, {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2}));
  checkSame(run(Op::expand, {ints({}, {9})}, {{"shape", Ints{2}}}), ints({2}, {9, 9}));
  checkSame(run(Op::expand, {ints({1}, {9})}, {{"shape", Ints{0}}}), ints({0}, {}));
  CHECK_THROWS_AS(run(Op::expand, {kMatrix}, {{"shape", Ints{3, 3}}}), Error);
  CHECK_THROWS_AS(run(Op::expand, {kMatrix}, {{"shape", Ints{3}}}), Error);
}

TEST_CASE("slice and insert_slice") {
  const Attributes middle = {{"starts", Ints{0, 1}}, {"sizes", Ints{2, 1}}, {"steps", Ints{1, 1}}};
  checkSame(run(Op::slice, {kMatrix}, middle), ints({2, 1}, {2, 5}));
  checkSame(run(Op::slice, {kMatrix},
                {{"starts", Ints{1, 0}}, {"sizes", Ints{1, 2}}, {"steps", Ints{1, 2}}}),
            ints({1, 2}, {4, 6}));
  checkSame(run(Op::slice, {kMatrix},
                {{"starts", Ints{2, 0}}, {"sizes", Ints{0, 3}}, {"steps", Ints{1, 1}}}),
            ints({0, 3}, {}));
  checkSame(run(Op::insert_slice, {kMatrix, ints({2, 2}, {7, 8, 9, 10})},
                {{"starts", Ints{0, 0}}, {"steps", Ints{1, 2}}}),
            ints({2, 3}, {7, 2, 8, 9, 5, 10}));
  CHECK_THROWS_AS(run(Op::slice, {kMatrix}, {{"starts", Ints{0, 2}}, {"sizes", Ints{2, 2}},
                                             {"steps", Ints{1, 1}}}), Error);
  CHECK_THROWS_AS(run(Op::slice, {kMatrix}, {{"starts", Ints{0, -1}}, {"sizes", Ints{2, 1}},
                                             {"steps", Ints{1, 1}}}), Error);
  CHECK_THROWS_AS(run(Op::slice, {kMatrix}, {{"starts", Ints{0, 0}}, {"sizes", Ints{2, 1}},
                                             {"steps", Ints{1, 0}}}), Error);
}

TEST_CASE("flip") {
  checkSame(run(Op::flip, {kMatrix}, {{"axes", Ints{1}}}), ints({2, 3}, {3, 2, 1, 6, 5, 4}));
  checkSame(run(Op::flip, {kMatrix}, {{"axes", Ints{0, 1}}}), ints({2, 3}, {6, 5, 4, 3, 2, 1}));
  checkSame(run(Op::flip, {ints({0}, {})}, {{"axes", Ints{0}}}), ints({0}, {}));
  CHECK_THROWS_AS(run(Op::flip, {kMatrix}, {{"axes", Ints{1, 1}}}), Error);
}

Tensor pad(const Tensor& x, Ints low, Ints high, const char* mode, Attribute value = 0) {
  return run(Op::pad, {x},
             {{"low", low}, {"high", high}, {"mode", mode}, {"value", std::move(value)}});
}

TEST_CASE("pad") {
  const Tensor line = ints({3}, {1, 2, 3});
  checkSame(pad(line, {2}, {1}, "constant", 9), ints({6}, {9, 9, 1, 2, 3, 9}));
  checkSame(pad(line, {2}, {2}, "reflect"), ints({7}, {3, 2, 1, 2, 3, 2, 1}));
  checkSame(pad(line, {2}, {1}, "replicate"), ints({6}, {1, 1, 1, 2, 3, 3}));
  checkSame(pad(line, {2}, {3}, "circular"), ints({8}, {2, 3, 1, 2, 3, 1, 2, 3}));
  checkSame(pad(kMatrix, {0, 1}, {1, 0}, "replicate"),
            ints({3, 4}, {1, 1, 2, 3, 4, 4, 5, 6, 4, 4, 5, 6}));
  checkSame(pad(ints({0}, {}), {1}, {1}, "constant", 4), ints({2}, {4, 4}));
  checkSame(pad(reals({1}, {2}), {0}, {1}, "constant", -kInf), reals({2}, {2, -kInf}));
  CHECK_THROWS_AS(pad(line, {3}, {0}, "reflect"), Error);
  CHECK_THROWS_AS(pad(line, {4}, {0}, "circular"), Error);
  CHECK_THROWS_AS(pad(line, {-1}, {0}, "constant"), Error);
  CHECK_THROWS_AS(pad(line, {1}, {0}, "mirror"), Error);
}

TEST_CASE("concat") {
  checkSame(run(Op::concat, {kMatrix, ints({2, 1}, {7, 8}), ints({2, 0}, {})}, {{"axis", 1}}),
            ints({2, 4}, {1, 2, 3, 7, 4, 5, 6, 8}));
  checkSame(run(Op::concat, {kMatrix, kMatrix}, {{"axis", 0}}),
            ints({4, 3}, {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}));
  CHECK_THROWS_AS(run(Op::concat, {kMatrix, ints({1, 1}, {7})}, {{"axis", 1}}), Error);
  CHECK_THROWS_AS(run(Op::concat, {kMatrix, reals({2, 3}, {1, 2, 3, 4, 5, 6})}, {{"axis", 1}}),
                  Error);
  const std::vector<TensorType> types =
      inferOn(Op::concat, {kSymbolic, kSymbolic}, {{"axis", 0}});
  CHECK(types[0].shape[0] == Dim::symbol("s0") * Dim(2));
}

TEST_CASE("strided views") {
  const Tensor line = ints({6}, {0, 1, 2, 3, 4, 5});
  checkSame(run(Op::as_strided, {line},
                {{"shape", Ints{3, 2}}, {"strides", Ints{1, 2}}, {"offset", 1}}),
            ints({3, 2}, {1, 3, 2, 4, 3, 5}));
  checkSame(run(Op::insert_strided, {line, ints({2, 2}, {7, 8, 9, 10})},
                {{"strides", Ints{1, 1}}, {"offset", 2}}),
            ints({6}, {0, 1, 7, 9, 10, 5}));  // element 3 is written twice
  for (const Ints& strides : {Ints{2, 2}, Ints{-1, 1}}) {
    CHECK_THROWS_AS(run(Op::as_strided, {line},
                        {{"shape", Ints{3, 2}}, {"strides", strides}, {"offset", 0}}), Error);
  }
  CHECK_THROWS_AS(run(Op::as_strided, {line},
                      {{"shape", Ints{1}}, {"strides", Ints{1}}, {"offset", -1}}), Error);
}

}  // namespace
}  // namespace mcc::test
