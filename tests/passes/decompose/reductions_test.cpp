// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, statistics, order and search against literal expectations.
#include "tests/passes/decompose/rule_test.h"

namespace mcc::test {
namespace {

using Ints = std::vector<std::int64_t>;

const Tensor kReals = reals({2, 2}, {1, 2, 3, 5});

TEST_CASE("sums and means keep types as torch does") {
  checkSame(aten("aten.sum.default", {bools({3}, {1, 1, 0})}, {{"self", in(0)}}), ints({}, {2}));
  checkSame(aten("aten.sum.dim_IntList", {ints({2, 2}, {1, 2, 3, 4}, DType::u8)},
                 {{"self", in(0)}, {"dim", Ints{-1}}, {"keepdim", true}}),
            ints({2, 1}, {3, 7}));
  checkSame(aten("aten.mean.dim", {kReals}, {{"self", in(0)}, {"dim", Attribute()}}),
            reals({}, {2.75}));
  const Tensor large = reals({4}, {60000, 60000, 60000, 60000}, DType::f16);
  checkSame(aten("aten.mean.default", {large}, {{"self", in(0)}}), reals({}, {60000}, DType::f16));
  CHECK_THROWS_AS(aten("aten.mean.default", {ints({1}, {1})}, {{"self", in(0)}}), Error);
  checkSame(aten("aten.any.default", {ints({2}, {0, 3}, DType::u8)}, {{"self", in(0)}}),
            ints({}, {1}, DType::u8));
}

TEST_CASE("variance corrects its count") {
  const auto variance = [](double correction) {
    return aten("aten.var.correction", {reals({3}, {1, 2, 6})},
                {{"self", in(0)}, {"correction", correction}}).real(0);
  };
  CHECK(variance(1) == doctest::Approx(7));
  CHECK(variance(0) == doctest::Approx(14.0 / 3));
  CHECK(std::isinf(variance(3)));
  checkSame(aten("aten.std.dim", {kReals},
                 {{"self", in(0)}, {"dim", Ints{1}}, {"unbiased", false}}),
            reals({2}, {0.5, 1}));
}

TEST_CASE("norms") {
  const auto norm = [](double ord) {
    return aten("aten.linalg_vector_norm.default", {reals({3}, {3, 0, -4})},
                {{"self", in(0)}, {"ord", ord}}).real(0);
  };
  CHECK(norm(2) == 5);
  CHECK(norm(1) == 7);
  CHECK(norm(0) == 2);
  CHECK(norm(kInf) == 4);
  CHECK(norm(-kInf) == 0);
  CHECK(norm(3) == doctest::Approx(std::cbrt(27.0 + 64)));
}

TEST_CASE("logsumexp of infinities") {
  const auto value = [](std::vector<double> x) {
    return aten("aten.logsumexp.default", {reals({2}, std::move(x))},
                {{"self", in(0)}, {"dim", Ints{0}}}).real(0);
  };
  CHECK(value({1000, 1000}) == doctest::Approx(1000 + std::log(2.0)));
  CHECK(value({-kInf, -kInf}) == -kInf);
  CHECK(value({kInf, 1}) == kInf);
}

TEST_CASE("median, mode and quantile") {
  const Tensor x = reals({5}, {3, kNan, 1, 2, 2});
  std::vector<Tensor> v = atenAll("aten.median.dim", {x}, {{"self", in(0)}, {"dim", 0}});
  CHECK(std::isnan(v[0].real(0)));
  CHECK(v[1].integer(0) == 1);
  v = atenAll("aten.nanmedian.dim", {x}, {{"self", in(0)}, {"dim", 0}});
  CHECK(v[0].real(0) == 2);
  checkSame(aten("aten.median.default", {ints({2, 2}, {4, 1, 3, 2})}, {{"self", in(0)}}),
            ints({}, {2}));
  v = atenAll("aten.mode.default", {ints({6}, {5, 2, 5, 2, 9, 2})}, {{"self", in(0)}, {"dim", 0}});
  checkSame(v[0], ints({}, {2}));
  checkSame(v[1], ints({}, {5}));
  CHECK(aten("aten.quantile.scalar", {reals({4}, {1, 2, 3, 4})}, {{"self", in(0)}, {"q", 0.5}})
            .real(0) == 2.5);
}

TEST_CASE("0-d operands have a dimension to work along") {
  const Tensor x = ints({}, {7});
  checkSame(aten("aten.cumsum.default", {x}, {{"self", in(0)}, {"dim", -1}}), x);
  checkSame(atenAll("aten.sort.default", {x}, {{"self", in(0)}, {"dim", 0}})[1], ints({}, {0}));
  checkSame(aten("aten.argmax.default", {x}, {{"self", in(0)}, {"dim", 0}}), ints({}, {0}));
  checkSame(aten("aten.index_select.default", {x, ints({}, {0})},
                 {{"self", in(0)}, {"dim", 0}, {"index", in(1)}}), x);
}

TEST_CASE("distinct elements and counts") {
  const Tensor x = ints({2, 2}, {3, 1, 3, 2});
  const TensorType found{DType::i64, {Dim::symbol("u0")}, std::nullopt};
  const std::vector<Tensor> v = atenAll(
      "aten._unique2.default", {x}, {{"self", in(0)}, {"return_inverse", true}}, {found});
  checkSame(v[0], ints({3}, {1, 2, 3}));
  checkSame(v[1], ints({2, 2}, {2, 0, 2, 1}));
  CHECK(v[2].size() == 0);
  checkSame(aten("aten.bincount.default", {ints({3}, {0, 3, 0})},
                 {{"self", in(0)}, {"minlength", 2}}, {found}),
            ints({4}, {2, 0, 0, 1}));
  const TensorType positions{DType::i64, {Dim::symbol("u0"), Dim(2)}, std::nullopt};
  checkSame(aten("aten.nonzero.default", {bools({2, 2}, {0, 1, 0, 1})}, {{"self", in(0)}},
                 {positions}),
            ints({2, 2}, {0, 1, 1, 1}));
  checkSame(aten("aten.nonzero_static.default", {bools({4}, {0, 1, 0, 1})},
                 {{"self", in(0)}, {"size", 3}}),
            ints({3, 1}, {1, 3, -1}));
}

}  // namespace
}  // namespace mcc::test
