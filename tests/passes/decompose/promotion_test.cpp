// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Type promotion: the table of torch.result_type.
#include "passes/decompose/promotion.h"

#include "tests/passes/decompose/rule_test.h"

namespace mcc::test {
namespace {

TEST_CASE("promotion of two types") {
  struct Case {
    DType a, b, want;
  };
  const Case cases[] = {
      {DType::u8, DType::i8, DType::i16},     {DType::boolean, DType::u8, DType::u8},
      {DType::i64, DType::f16, DType::f16},   {DType::f16, DType::bf16, DType::f32},
      {DType::f32, DType::f64, DType::f64},   {DType::c64, DType::f32, DType::c64},
      {DType::c64, DType::f64, DType::c128},  {DType::i32, DType::i64, DType::i64},
      {DType::u8, DType::i16, DType::i16},    {DType::c64, DType::i64, DType::c64},
  };
  for (const Case& c : cases) {
    CAPTURE(name(c.a));
    CAPTURE(name(c.b));
    CHECK(promoteTypes(c.a, c.b) == c.want);
    CHECK(promoteTypes(c.b, c.a) == c.want);
  }
}

DType resultOf(std::vector<TensorType> tensors, std::vector<DType> numbers = {}) {
  ResultType type;
  for (const TensorType& tensor : tensors) type.addTensor(tensor);
  for (const DType number : numbers) type.addNumber(number);
  return type.get();
}

TEST_CASE("0-d tensors and numbers only raise the kind") {
  const auto tensor = [](DType dtype) { return TensorType{dtype, {Dim(2)}, std::nullopt}; };
  const auto scalar = [](DType dtype) { return TensorType{dtype, {}, std::nullopt}; };
  CHECK(resultOf({tensor(DType::f16), scalar(DType::f64)}) == DType::f16);
  CHECK(resultOf({tensor(DType::i8), scalar(DType::i64)}) == DType::i8);
  CHECK(resultOf({tensor(DType::i8), scalar(DType::f64)}) == DType::f64);
  CHECK(resultOf({scalar(DType::i8), scalar(DType::i64)}) == DType::i64);
  CHECK(resultOf({tensor(DType::i8)}, {DType::f64}) == DType::f32);
  CHECK(resultOf({tensor(DType::u8)}, {DType::i64}) == DType::u8);
  CHECK(resultOf({tensor(DType::boolean)}, {DType::i64}) == DType::i64);
  CHECK(resultOf({scalar(DType::f64)}, {DType::f64}) == DType::f64);
  CHECK(resultOf({tensor(DType::f64)}, {DType::c128}) == DType::c128);
  CHECK(resultOf({tensor(DType::f32)}, {DType::c128}) == DType::c64);
}

TEST_CASE("arithmetic promotes, scales and keeps bools logical") {
  const Tensor whole = ints({2}, {3, 4}, DType::i32), real = reals({2}, {0.5, 1.5});
  checkSame(aten("aten.add.Tensor", {whole, real}, {{"self", in(0)}, {"other", in(1)}}),
            reals({2}, {3.5, 5.5}));
  checkSame(aten("aten.add.Tensor", {whole}, {{"self", in(0)}, {"other", 1.5}}),
            reals({2}, {4.5, 5.5}));
  checkSame(aten("aten.sub.Tensor", {real, real},
                 {{"self", in(0)}, {"other", in(1)}, {"alpha", 2}}), reals({2}, {-0.5, -1.5}));
  checkSame(aten("aten.rsub.Scalar", {real}, {{"self", in(0)}, {"other", 1}}),
            reals({2}, {0.5, -0.5}));
  checkSame(aten("aten.add.Tensor", {bools({2}, {1, 0}), bools({2}, {1, 0})},
                 {{"self", in(0)}, {"other", in(1)}}), bools({2}, {1, 0}));
  checkSame(aten("aten.div.Tensor", {whole}, {{"self", in(0)}, {"other", 2}}),
            reals({2}, {1.5, 2}));
  checkSame(aten("aten.div.Tensor_mode", {ints({2}, {-7, 7})},
                 {{"self", in(0)}, {"other", 2}, {"rounding_mode", "trunc"}}), ints({2}, {-3, 3}));
  checkSame(aten("aten.pow.Tensor_Scalar", {whole}, {{"self", in(0)}, {"exponent", 0.5}}),
            reals({2}, {std::sqrt(3.0), 2}), 1e-7);
  checkSame(aten("aten.sin.default", {whole}, {{"self", in(0)}}),
            reals({2}, {std::sin(3.0), std::sin(4.0)}), 1e-7);
  checkSame(aten("aten.clamp.default", {whole}, {{"self", in(0)}, {"min", 3.5}}),
            reals({2}, {3.5, 4}));
}

TEST_CASE("half precision rounds once") {
  const Tensor x = reals({1}, {0.3}, DType::f16);
  const double exact = x.real(0) / (1 + std::exp(-x.real(0)));
  checkSame(aten("aten.silu.default", {x}, {{"self", in(0)}}), reals({1}, {exact}, DType::f16));
}

}  // namespace
}  // namespace mcc::test
