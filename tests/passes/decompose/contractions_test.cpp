// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules for products: einsum notation, matmul's broadcasting, blends, attention.
#include "tests/passes/decompose/aten_case.h"

namespace mcc::test {
namespace {

constexpr DType kF32 = DType::f32;

Attributes equation(const char* text, std::uint32_t operands) {
  Attribute::List list;
  for (std::uint32_t i = 0; i < operands; ++i) list.emplace_back(Operand{i});
  return {{"equation", text}, {"tensors", list}};
}

Tensor einsum(const char* text, const std::vector<Tensor>& operands, Shape shape) {
  return runCase({"aten.einsum.default", {},
                  equation(text, static_cast<std::uint32_t>(operands.size())),
                  {typeOf(kF32, shape)}}, operands)[0];
}

TEST_CASE("einsum: diagonals, sums, outer products and batches") {
  const Tensor a = counting(kF32, {2, 2});
  checkValues(einsum("ii->", {a}, {}), {}, {3});
  checkValues(einsum("ii->i", {a}, {Dim(2)}), {2}, {0, 3});
  checkValues(einsum("ij->j", {a}, {Dim(2)}), {2}, {2, 4});
  checkValues(einsum("ij,kj->ik", {a, a}, {Dim(2), Dim(2)}), {2, 2}, {1, 3, 3, 13});
  const Tensor v = literal(kF32, {2}, {1, 10});
  checkValues(einsum("i,j->ji", {v, v}, {Dim(2), Dim(2)}), {2, 2}, {1, 10, 10, 100});
  checkValues(einsum("i,i->i", {v, v}, {Dim(2)}), {2}, {1, 100});
  const Tensor batch = counting(kF32, {2, 1, 2});
  checkValues(einsum("bij,bkj->bik", {batch, batch}, {Dim(2), Dim(1), Dim(1)}), {2, 1, 1}, {1, 13});
}

TEST_CASE("einsum: dots, implied results, three operands, sizes of 1 that stretch") {
  const Tensor a = counting(kF32, {2, 2});
  checkValues(einsum("ba", {a}, {Dim(2), Dim(2)}), {2, 2}, {0, 2, 1, 3});
  checkValues(einsum("...ij->...ji", {a}, {Dim(2), Dim(2)}), {2, 2}, {0, 2, 1, 3});
  const Tensor stack = counting(kF32, {2, 1, 2});
  checkValues(einsum("...i,ij->...j", {stack, a}, {Dim(2), Dim(1), Dim(2)}), {2, 1, 2},
              {2, 3, 6, 11});
  const Tensor v = literal(kF32, {2}, {1, 10});
  checkValues(einsum("i,ij,j->", {v, a, v}, {}), {}, {1 * 0 + 10 * 1 + 10 * 2 + 100 * 3});
  const Tensor one = literal(kF32, {1}, {3});
  checkValues(einsum("i,i->", {v, one}, {}), {}, {33});
}

TEST_CASE("einsum refuses equations that don't fit") {
  const TensorType a = typeOf(kF32, {Dim(2), Dim(3)});
  CHECK(errorOf({"aten.einsum.default", {a}, equation("ijk->i", 1), {typeOf(kF32, {Dim(2)})}}) ==
        "einsum: 'ijk' does not fit an operand of shape [2, 3]");
  CHECK(errorOf({"aten.einsum.default", {a}, equation("ii->i", 1), {typeOf(kF32, {Dim(2)})}}) ==
        "einsum: sizes 2 and 3 of index 'i' differ");
}

TEST_CASE("matmul follows the rules for vectors and stacks") {
  const auto product = [](const Tensor& a, const Tensor& b, Shape shape) {
    return runCase({"aten.matmul.default", {},
                    {{"self", Operand{0}}, {"other", Operand{1}}}, {typeOf(kF32, shape)}},
                   {a, b})[0];
  };
  const Tensor v = literal(kF32, {2}, {1, 2});
  const Tensor m = counting(kF32, {2, 2});
  checkValues(product(v, v, {}), {}, {5});
  checkValues(product(v, m, {Dim(2)}), {2}, {4, 7});
  checkValues(product(m, v, {Dim(2)}), {2}, {2, 8});
  const Tensor left = counting(kF32, {2, 1, 1, 2});
  const Tensor right = counting(kF32, {3, 2, 1});
  checkValues(product(left, right, {Dim(2), Dim(3), Dim(1), Dim(1)}), {2, 3, 1, 1},
              {1, 3, 5, 3, 13, 23});
}

TEST_CASE("addmm scales both sides and ignores self when beta is 0") {
  const Tensor self = literal(kF32, {2}, {std::nan(""), 1});
  const Tensor a = literal(kF32, {1, 1}, {3});
  const Tensor b = literal(kF32, {1, 2}, {1, 2});
  const auto blend = [&](Attribute beta, Attribute alpha) {
    return runCase({"aten.addmm.default", {},
                    {{"self", Operand{0}}, {"mat1", Operand{1}}, {"mat2", Operand{2}},
                     {"beta", beta}, {"alpha", alpha}}, {typeOf(kF32, {Dim(1), Dim(2)})}},
                   {self, a, b})[0];
  };
  checkValues(blend(0, 2.0), {1, 2}, {6, 12});
  CHECK(blend(0.5, 1).real(1) == doctest::Approx(6.5));
  CHECK(blend(1, 1).real(1) == doctest::Approx(7));
}

TEST_CASE("attention repeats the heads of grouped keys and values") {
  const Tensor q = counting(kF32, {1, 4, 1, 1}, 0);
  const Tensor k = counting(kF32, {1, 2, 3, 1});
  const Tensor v = counting(kF32, {1, 2, 3, 1});
  const Tensor y = runCase({"aten.scaled_dot_product_attention.default", {},
                            {{"query", Operand{0}}, {"key", Operand{1}}, {"value", Operand{2}},
                             {"enable_gqa", true}},
                            {typeOf(kF32, {Dim(1), Dim(4), Dim(1), Dim(1)})}}, {q, k, v})[0];
  checkValues(y, {1, 4, 1, 1}, {1, 1, 4, 4});  // means of {0, 1, 2} and {3, 4, 5}
}

}  // namespace
}  // namespace mcc::test
