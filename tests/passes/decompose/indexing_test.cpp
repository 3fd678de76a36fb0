// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Advanced indexing, scatters, scalars, assertions, regions and complex numbers.
#include "tests/passes/decompose/rule_test.h"

namespace mcc::test {
namespace {

using Ints = std::vector<std::int64_t>;

const Tensor kMatrix = ints({2, 3}, {1, 2, 3, 4, 5, 6});

Attribute::List list(std::initializer_list<Attribute> items) { return items; }

TEST_CASE("index tensors side by side, apart, and masks") {
  const Tensor first = ints({2}, {1, 0});
  checkSame(aten("aten.index.Tensor", {kMatrix, first},
                 {{"self", in(0)}, {"indices", list({Attribute(), in(1)})}}),
            ints({2, 2}, {2, 1, 5, 4}));
  const Tensor cube = ints({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  checkSame(aten("aten.index.Tensor", {cube, first, first},
                 {{"self", in(0)}, {"indices", list({in(1), Attribute(), in(2)})}}),
            ints({2, 2}, {5, 7, 0, 2}));
  const TensorType found{DType::i64, {Dim::symbol("u0")}, std::nullopt};
  checkSame(aten("aten.index.Tensor", {kMatrix, bools({2, 3}, {0, 1, 0, 0, 0, 1})},
                 {{"self", in(0)}, {"indices", list({in(1)})}}, {found}),
            ints({2}, {2, 6}));
}

TEST_CASE("index_put by positions and by masks") {
  const auto put = [](const std::vector<Tensor>& operands, Attribute::List indices,
                      bool accumulate) {
    return aten("aten.index_put.default", operands,
                {{"self", in(0)}, {"indices", indices}, {"values", in(1)},
                 {"accumulate", accumulate}});
  };
  checkSame(put({kMatrix, ints({}, {9}), ints({1}, {-1})}, list({Attribute(), in(2)}), false),
            ints({2, 3}, {1, 2, 9, 4, 5, 9}));
  checkSame(put({kMatrix, ints({}, {9}), bools({2, 3}, {1, 0, 0, 0, 1, 0})}, list({in(2)}), true),
            ints({2, 3}, {10, 2, 3, 4, 14, 6}));
  checkSame(put({kMatrix, ints({1, 3}, {7, 8, 9}), bools({2}, {0, 1})}, list({in(2)}), false),
            ints({2, 3}, {1, 2, 3, 7, 8, 9}));
  checkSame(put({kMatrix, ints({2}, {7, 8}), bools({2, 3}, {0, 0, 1, 1, 0, 0})}, list({in(2)}),
                false),
            ints({2, 3}, {1, 2, 7, 8, 5, 6}));
}

TEST_CASE("one_hot checks classes") {
  const auto oneHot = [](std::int64_t value) {
    return aten("aten.one_hot.default", {ints({1}, {value})},
                {{"self", in(0)}, {"num_classes", 3}});
  };
  checkSame(oneHot(2), ints({1, 3}, {0, 0, 1}));
  CHECK_THROWS_AS(oneHot(3), EvaluationFault);
}

TEST_CASE("repeat_interleave by counts") {
  const TensorType found{DType::i64, {Dim::symbol("u0")}, std::nullopt};
  checkSame(aten("aten.repeat_interleave.self_Tensor",
                 {ints({3}, {7, 8, 9}), ints({3}, {2, 0, 1})},
                 {{"self", in(0)}, {"repeats", in(1)}}, {found}),
            ints({3}, {7, 7, 9}));
}

TEST_CASE("scalars and assertions") {
  checkSame(aten("_operator.ge", {}, {{"a", 4}, {"b", 4}}), bools({}, {1}));
  checkSame(aten("_operator.truediv", {}, {{"a", 1}, {"b", 4}}), reals({}, {0.25}, DType::f64));
  CHECK(atenAll("aten._assert_scalar.default", {}, {{"self", true}, {"assert_msg", "m"}}).empty());
  CHECK_THROWS_AS(atenAll("aten._assert_async.msg", {bools({1}, {0})},
                          {{"self", in(0)}, {"assert_msg", "m"}}), EvaluationFault);
}

TEST_CASE("complex numbers and their parts") {
  const Tensor pairs = reals({2, 2}, {3, 4, -1, 0}, DType::f64);
  const Tensor z = aten("aten.view_as_complex.default", {pairs}, {{"self", in(0)}});
  checkSame(z, complexes({2}, {{3, 4}, {-1, 0}}));
  checkSame(aten("aten.view_as_real.default", {z}, {{"self", in(0)}}), pairs);
  checkSame(aten("aten.abs.default", {z}, {{"self", in(0)}}), reals({2}, {5, 1}, DType::f64));
  checkSame(aten("aten.angle.default", {reals({3}, {-2, 0, kNan})}, {{"self", in(0)}}),
            reals({3}, {M_PI, 0, kNan}), 1e-7);
}

}  // namespace
}  // namespace mcc::test
