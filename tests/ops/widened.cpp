// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of small integers in i32: conv, matmul and avg_pool with dtype and zero_point; round_fma.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

using Ints = std::vector<std::int64_t>;

Attributes withSums(Attributes attributes, std::int64_t zeroPoint) {
  attributes.set("dtype", DType::i32);
  attributes.set("zero_point", zeroPoint);
  return attributes;
}

TEST_CASE("conv sums bytes less their zero point, which padding counts as") {
  const Attributes window{{"stride", Ints{1}}, {"dilation", Ints{1}}, {"pad_low", Ints{1}},
                          {"pad_high", Ints{0}}, {"groups", 1}};
  const Tensor x = literal(DType::i8, {1, 3, 1}, {-128, 127, 5});
  const Tensor w = literal(DType::i8, {1, 2, 1}, {100, -128});
  const Tensor bias = literal(DType::i32, {1}, {7});
  checkEqual(run(Op::conv, {&x, &w, &bias}, withSums(window, 5))[0],
             literal(DType::i32, {1, 3, 1}, {-133 * -128 + 7, -13300 + 122 * -128 + 7, 12200 + 7}));
}

TEST_CASE("matmul widens operands of different types") {
  const Tensor a = literal(DType::u8, {1, 2}, {255, 0});
  const Tensor b = literal(DType::i16, {2, 2}, {1000, -1, 2, 3});
  checkEqual(run(Op::matmul, {&a, &b, nullptr}, withSums({{"transpose_b", false}}, 128))[0],
             literal(DType::i32, {1, 2}, {127000 - 256, -127 - 384}));
  CHECK(errorOf(Op::matmul, {&a, &b, nullptr}, {{"transpose_b", false}}) != "");
}

TEST_CASE("avg_pool sums bytes less their zero point") {
  const Attributes window{{"kernel", Ints{2}}, {"stride", Ints{2}}, {"pad_low", Ints{1}},
                          {"pad_high", Ints{0}}, {"count_pad_low", Ints{1}},
                          {"count_pad_high", Ints{0}}, {"divisor", 1}};
  const Tensor x = literal(DType::i8, {1, 3, 1}, {-128, 127, 100});
  checkEqual(run(Op::avg_pool, {&x}, withSums(window, -128))[0],
             literal(DType::i32, {1, 2, 1}, {0, 255 + 228}));
}

TEST_CASE("a zero point needs a type to sum in, and integers") {
  const Tensor x = literal(DType::f32, {1, 2}, {1, 2});
  CHECK(errorOf(Op::matmul, {&x, &x, nullptr}, {{"transpose_b", true}, {"zero_point", 1}}) ==
        "matmul: a zero point needs a dtype");
  CHECK(errorOf(Op::matmul, {&x, &x, nullptr}, withSums({{"transpose_b", true}}, 0)) ==
        "matmul: can't sum f32 in i32");
}

TEST_CASE("round_fma rounds the exact sum to f32, then to an integer") {
  // 4097 * 4097 = 16785409 has 25 bits: with the product rounded alone the sum would be 0.
  const Tensor a = literal(DType::f32, {3}, {4097, 3, -3});
  const Tensor b = literal(DType::f32, {3}, {4097, 0.5, 0.5});
  const Tensor c = literal(DType::f32, {3}, {-16785408, 0, 0});
  checkEqual(run(Op::round_fma, {&a, &b, &c})[0], literal(DType::f32, {3}, {1, 2, -2}));
  const Tensor wide = literal(DType::f64, {1}, {1});
  CHECK(errorOf(Op::round_fma, {&wide, &wide, &wide}) == "round_fma is not defined for f64");
}

}  // namespace
}  // namespace mcc::test
