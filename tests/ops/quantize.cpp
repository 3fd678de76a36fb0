// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// quantize and dequantize: rounding, clamping, axes.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

Attributes to(DType dtype, std::int64_t low, std::int64_t high, std::int64_t axis = -1) {
  return {{"axis", axis}, {"min", low}, {"max", high}, {"dtype", dtype}};
}

TEST_CASE("quantize rounds halves to even, then adds the zero point and clamps") {
  const Tensor x = literal(DType::f32, {8}, {0.25, 0.75, -0.25, -0.75, 100, -100, kNan, kInfinity});
  const Tensor scale = literal(DType::f64, {}, {0.5});
  const Tensor zero = literal(DType::i64, {}, {1});
  checkEqual(run(Op::quantize, {&x, &scale, &zero}, to(DType::i8, -10, 11))[0],
             literal(DType::i8, {8}, {1, 3, 1, -1, 11, -10, -10, 11}));
}

TEST_CASE("quantize multiplies by the reciprocal in single precision") {
  // 0.15 * (1/0.1f) is 1.5 in exact arithmetic; what counts is the product of the f32 numbers.
  const float x = 0.35F;
  const float scale = 0.1F;
  const float product = x * static_cast<float>(1.0 / static_cast<double>(scale));
  const Tensor in = literal(DType::f32, {1}, {x});
  const Tensor step = literal(DType::f64, {1}, {static_cast<double>(scale)});
  const Tensor out = run(Op::quantize, {&in, &step, nullptr}, to(DType::u8, 0, 255))[0];
  CHECK(out.real(0) == std::nearbyint(product));
}

TEST_CASE("quantize and dequantize along an axis") {
  const Tensor x = literal(DType::f32, {2, 3}, {1, 1, 1, 2, 2, 2});
  const Tensor scale = literal(DType::f32, {3}, {1, 0.5, 0.25});
  const Tensor zero = literal(DType::i64, {3}, {0, 1, 2});
  const Tensor q = run(Op::quantize, {&x, &scale, &zero}, to(DType::i32, -100, 100, 1))[0];
  checkEqual(q, literal(DType::i32, {2, 3}, {1, 3, 6, 2, 5, 10}));
  const Attributes back{{"axis", 1}, {"dtype", DType::f32}};
  checkEqual(run(Op::dequantize, {&q, &scale, &zero}, back)[0], x);
  const Attributes rows{{"axis", 0}, {"dtype", DType::f64}};
  const Tensor rowScale = literal(DType::f32, {2}, {2, 3});
  checkEqual(run(Op::dequantize, {&q, &rowScale, nullptr}, rows)[0],
             literal(DType::f64, {2, 3}, {2, 6, 12, 6, 15, 30}));
}

TEST_CASE("quantisation names what does not fit") {
  const Tensor x(DType::f32, {2, 3});
  const Tensor scale(DType::f32, {2});
  CHECK(errorOf(Op::quantize, {&x, &scale}, to(DType::i8, -128, 127)) ==
        "quantize: number of elements of the scale is 2 but must be 1");
  CHECK(errorOf(Op::quantize, {&x, &scale}, to(DType::i8, -128, 127, 1)) ==
        "quantize: shape of the scale is [2] but must be [3]");
  CHECK(errorOf(Op::dequantize, {&x, &scale}, {{"axis", 0}, {"dtype", DType::f32}}) ==
        "dequantize: needs integers, not f32");
}

}  // namespace
}  // namespace mcc::test
