// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooling operators against literal results and loops over the whole plane.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

Attributes window(Sizes kernel, Sizes stride, Sizes low, Sizes high, Sizes dilation = {}) {
  Attributes a{{"kernel", kernel}, {"stride", stride}, {"pad_low", low}, {"pad_high", high}};
  if (!dilation.empty()) a.set("dilation", dilation);
  return a;
}

Attributes counting(Attributes a, Sizes low, Sizes high, std::int64_t divisor = 0) {
  a.set("count_pad_low", low);
  a.set("count_pad_high", high);
  a.set("divisor", divisor);
  return a;
}

TEST_CASE("max_pool of two channels, with padding and dilation") {
  const Tensor x = literal(DType::f32, {1, 4, 2}, {1, -5, 3, -6, 2, -7, 0, -8});
  std::vector<Tensor> out = run(Op::max_pool, {&x}, window({2}, {2}, {1}, {1}, {1}));
  checkEqual(out[0], literal(DType::f32, {1, 3, 2}, {1, -5, 3, -6, 0, -8}));
  checkEqual(out[1], literal(DType::i64, {1, 3, 2}, {0, 0, 1, 1, 3, 3}));
  out = run(Op::max_pool, {&x}, window({2}, {1}, {0}, {0}, {2}));
  checkEqual(out[0], literal(DType::f32, {1, 2, 2}, {2, -5, 3, -6}));
}

TEST_CASE("max_pool in two dimensions numbers positions in the plane; ties take the first") {
  const Tensor x = literal(DType::f32, {1, 3, 3, 1}, {1, 1, 1, 1, 2, 2, 0, 2, 2});
  const std::vector<Tensor> out =
      run(Op::max_pool, {&x}, window({2, 2}, {1, 1}, {0, 0}, {0, 0}, {1, 1}));
  checkEqual(out[0], literal(DType::f32, {1, 2, 2, 1}, {2, 2, 2, 2}));
  checkEqual(out[1], literal(DType::i64, {1, 2, 2, 1}, {4, 4, 4, 4}));
}

TEST_CASE("max_pool: NaN wins, -inf beats padding, integers reach their minimum") {
  const Tensor x = literal(DType::f32, {1, 4, 1}, {1, kNan, -kInfinity, -kInfinity});
  const std::vector<Tensor> out = run(Op::max_pool, {&x}, window({2}, {2}, {0}, {0}, {1}));
  CHECK(std::isnan(out[0].real(0)));
  CHECK(out[1].integer(0) == 1);
  CHECK(out[0].real(1) == -kInfinity);
  CHECK(out[1].integer(1) == 2);
  const Tensor low = literal(DType::i8, {1, 2, 1}, {-128, -128});
  checkEqual(run(Op::max_pool, {&low}, window({2}, {2}, {1}, {1}, {1}))[0],
             literal(DType::i8, {1, 2, 1}, {-128, -128}));
  const Tensor wide = literal(DType::i64, {1, 2, 1}, {-9007199254740992.0 * 1024, -5});
  checkEqual(run(Op::max_pool, {&wide}, window({2}, {2}, {0}, {0}, {1}))[0],
             literal(DType::i64, {1, 1, 1}, {-5}));
}

TEST_CASE("avg_pool with and without padding in the count, and with a divisor") {
  const Tensor x = literal(DType::f32, {1, 4, 1}, {1, 2, 3, 4});
  const Attributes w = window({3}, {2}, {1}, {1});
  checkEqual(run(Op::avg_pool, {&x}, counting(w, {1}, {1}))[0],
             literal(DType::f32, {1, 2, 1}, {1, 3}));
  checkEqual(run(Op::avg_pool, {&x}, counting(w, {0}, {0}))[0],
             literal(DType::f32, {1, 2, 1}, {1.5, 3}));
  checkEqual(run(Op::avg_pool, {&x}, counting(w, {0}, {0}, 2))[0],
             literal(DType::f32, {1, 2, 1}, {1.5, 4.5}));
  // A last window that reaches beyond the counted padding, as ceil_mode makes one.
  checkEqual(run(Op::avg_pool, {&x}, counting(window({3}, {2}, {1}, {2}), {1}, {1}))[0],
             literal(DType::f32, {1, 3, 1}, {1, 3, 2}), 1e-6);
}

TEST_CASE("avg_pool of integers truncates") {
  const Tensor x = literal(DType::i64, {1, 2, 1}, {-3, 0});
  checkEqual(run(Op::avg_pool, {&x}, counting(window({2}, {2}, {0}, {0}), {0}, {0}))[0],
             literal(DType::i64, {1, 1, 1}, {-1}));
}

TEST_CASE("avg_pool in three dimensions is a mean over the window") {
  const Tensor x = noise(DType::f64, {2, 3, 4, 5, 2}, 7);
  const Tensor out = run(Op::avg_pool, {&x}, counting(window({2, 3, 2}, {1, 1, 2}, {0, 0, 0},
                                                             {0, 0, 0}), {0, 0, 0}, {0, 0, 0}))[0];
  REQUIRE(out.shape() == Sizes{2, 2, 2, 2, 2});
  std::int64_t i = 0;
  forEachIndex(out.shape(), [&](const Sizes& at) {
    double sum = 0;
    forEachIndex({2, 3, 2}, [&](const Sizes& k) {
      sum += x.real((((at[0] * 3 + at[1] + k[0]) * 4 + at[2] + k[1]) * 5 + at[3] * 2 + k[2]) * 2 +
                    at[4]);
    });
    CHECK(out.real(i++) == doctest::Approx(sum / 12));
  });
}

TEST_CASE("adaptive pools cover uneven windows") {
  const Tensor x = literal(DType::f32, {1, 5, 1}, {1, 2, 3, 4, 5});
  const Attributes three{{"size", Sizes{3}}};
  checkEqual(run(Op::adaptive_avg_pool, {&x}, three)[0],
             literal(DType::f32, {1, 3, 1}, {1.5, 3, 4.5}));
  const std::vector<Tensor> out = run(Op::adaptive_max_pool, {&x}, three);
  checkEqual(out[0], literal(DType::f32, {1, 3, 1}, {2, 4, 5}));
  checkEqual(out[1], literal(DType::i64, {1, 3, 1}, {1, 3, 4}));
  const Attributes seven{{"size", Sizes{7}}};
  checkEqual(run(Op::adaptive_avg_pool, {&x}, seven)[0],
             literal(DType::f32, {1, 7, 1}, {1, 1.5, 2.5, 3, 3.5, 4.5, 5}));
}

TEST_CASE("adaptive pools of a plane") {
  const Tensor x = noise(DType::f64, {2, 3, 4, 2}, 9);
  const Tensor out = run(Op::adaptive_avg_pool, {&x}, {{"size", Sizes{1, 2}}})[0];
  REQUIRE(out.shape() == Sizes{2, 1, 2, 2});
  double sum = 0;
  for (std::int64_t r = 0; r < 3; ++r) {
    for (std::int64_t c = 2; c < 4; ++c) sum += x.real(((3 + r) * 4 + c) * 2 + 1);
  }
  CHECK(out.real(7) == doctest::Approx(sum / 6));
}

TEST_CASE("pools of empty batches are empty, of empty planes an error") {
  const Tensor x(DType::f32, {0, 4, 4, 3});
  CHECK(run(Op::max_pool, {&x}, window({2, 2}, {2, 2}, {0, 0}, {0, 0}, {1, 1}))[0].shape() ==
        Sizes{0, 2, 2, 3});
  CHECK(run(Op::adaptive_avg_pool, {&x}, {{"size", Sizes{1, 1}}})[0].shape() ==
        Sizes{0, 1, 1, 3});
  const Tensor flat(DType::f32, {1, 0, 3});
  CHECK(errorOf(Op::adaptive_avg_pool, {&flat}, {{"size", Sizes{1}}}) ==
        "adaptive_avg_pool: the spatial dimensions of the input are empty");
  CHECK(errorOf(Op::max_pool, {&flat}, window({2}, {2}, {0}, {0}, {1})) ==
        "max_pool: a window of 2 elements is larger than the padded input of 0");
}

}  // namespace
}  // namespace mcc::test
