// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices and vectors: linear, mm, addmm and their kin.
#include "passes/decompose/products.h"

namespace mcc {
namespace {

// The number `name` as a 0-d tensor.
ValueId factor(AtenCall& call, const std::string& name, DType dtype) {
  return isInteger(dtype) ? call.scalar(call.integer(name), dtype)
                          : call.scalar(call.real(name), dtype);
}

// beta * self + alpha * product.
ValueId blend(AtenCall& call, ValueId product) {
  const DType dtype = call.dtype(product);
  if (call.real("alpha") != 1) product = call.mul(product, factor(call, "alpha", dtype));
  if (call.real("beta") == 0) return product;  // self does not count, not even its NaNs
  ValueId self = call.cast(call.tensor("self"), dtype);
  if (call.real("beta") != 1) self = call.mul(self, factor(call, "beta", dtype));
  return call.add(product, self);
}

void linear(AtenCall& call) {
  const ValueId weight = call.tensor("weight");
  const ValueId bias = call.optionalTensor("bias");
  ValueId x = call.tensor("input");
  if (call.rank(weight) == 1) {
    const ValueId y = matrixProduct(call, x, weight);
    return call.result(bias.valid() ? call.add(y, bias) : y);
  }
  const bool isVector = call.rank(x) == 1;
  if (isVector) x = call.unsqueeze(x, 0);
  const bool isPlainBias = bias.valid() && call.rank(bias) == 1;
  ValueId y =
      call.make(Op::matmul, {x, weight, isPlainBias ? bias : ValueId{}}, {{"transpose_b", true}});
  if (bias.valid() && !isPlainBias) y = call.add(y, bias);
  call.result(isVector ? call.squeeze(y, 0) : y);
}

void matmul(AtenCall& call) {
  call.result(matrixProduct(call, call.tensor("self"), call.tensor("other")));
}

void mm(AtenCall& call) {
  call.result(matrixProduct(call, call.tensor("self"), call.tensor("mat2")));
}

void castProduct(AtenCall& call, DType dtype) {
  const ValueId a = call.cast(call.tensor("self"), dtype);
  const ValueId b = call.cast(call.tensor("mat2"), dtype);
  call.result(matrixProduct(call, a, b));
}

void mmToDtype(AtenCall& call) {
  castProduct(call, *call.optionalDtype("out_dtype"));
}

// int8 matrices with sums in int32.
void intMm(AtenCall& call) {
  castProduct(call, DType::i32);
}

void intMatmul(AtenCall& call) {
  const ValueId a = call.cast(call.tensor("a"), DType::i32);
  const ValueId b = call.cast(call.tensor("b"), DType::i32);
  call.result(matrixProduct(call, a, b));
}

// x [M, K] by an int8 weight [N, K] with a scale per row.
void int8Weight(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId scales = call.tensor("scales");
  const ValueId weight = call.make(Op::dequantize, {call.tensor("mat2"), scales, ValueId{}},
                                   {{"axis", 0}, {"dtype", call.dtype(x)}});
  call.result(call.make(Op::matmul, {x, weight}, {{"transpose_b", true}}));
}

void mv(AtenCall& call) {
  call.result(matrixProduct(call, call.tensor("self"), call.tensor("vec")));
}

void dot(AtenCall& call) {
  call.result(matrixProduct(call, call.tensor("self"), call.tensor("tensor")));
}

ValueId conjugate(Builder& b, ValueId x) {
  if (!isComplex(b.dtype(x))) return x;
  const ValueId real = b.unary(Op::real, x);
  return b.binary(Op::complex, real, b.unary(Op::neg, b.unary(Op::imag, x)));
}

void vdot(AtenCall& call) {
  call.result(matrixProduct(call, conjugate(call, call.tensor("self")), call.tensor("other")));
}

void vecdot(AtenCall& call) {
  const ValueId product = call.make(Op::mul, {conjugate(call, call.tensor("x")), call.tensor("y")});
  const std::int64_t axis = call.axis("dim", call.rank(product));
  call.result(call.reduce(Op::reduce_sum, product, {axis}));
}

void addmm(AtenCall& call) {
  const ValueId a = call.tensor("mat1");
  const ValueId b = call.tensor("mat2");
  const ValueId self = call.tensor("self");
  const bool isBias = call.rank(self) == 1 && call.dim(self, 0) == call.dim(b, -1) &&
                      call.dtype(self) == call.dtype(a) && call.real("beta") == 1 &&
                      call.real("alpha") == 1;
  if (!isBias) return call.result(blend(call, matrixProduct(call, a, b)));
  call.result(call.make(Op::matmul, {a, b, self}, {{"transpose_b", false}}));
}

void baddbmm(AtenCall& call) {
  call.result(blend(call, matrixProduct(call, call.tensor("batch1"), call.tensor("batch2"))));
}

void addbmm(AtenCall& call) {
  const ValueId product = matrixProduct(call, call.tensor("batch1"), call.tensor("batch2"));
  call.result(blend(call, call.reduce(Op::reduce_sum, product, {0})));
}

void addmv(AtenCall& call) {
  call.result(blend(call, matrixProduct(call, call.tensor("mat"), call.tensor("vec"))));
}

ValueId outerProduct(AtenCall& call, ValueId rows, ValueId columns) {
  return call.make(Op::mul, {call.unsqueeze(rows, 1), call.unsqueeze(columns, 0)});
}

void addr(AtenCall& call) {
  call.result(blend(call, outerProduct(call, call.tensor("vec1"), call.tensor("vec2"))));
}

void outer(AtenCall& call) {
  call.result(outerProduct(call, call.tensor("self"), call.tensor("vec2")));
}

void chain(AtenCall& call, const std::string& argument) {
  std::vector<ValueId> factors = call.tensors(argument);
  ValueId product = factors.at(0);
  for (std::size_t i = 1; i < factors.size(); ++i) {
    product = matrixProduct(call, product, factors[i]);
  }
  call.result(product);
}

void multiDot(AtenCall& call) {
  chain(call, "tensors");
}
void chainMatmul(AtenCall& call) {
  chain(call, "matrices");
}

ValueId identityLike(AtenCall& call, ValueId x) {
  const ValueId line = call.iota(0, 1, call.dim(x, -1), DType::i64);
  const ValueId eye = call.binary(Op::eq, call.unsqueeze(line, 1), line);
  return call.expand(call.cast(eye, call.dtype(x)), call.shape(x));
}

// By repeated squaring. Negative powers need an inverse, which only 1 x 1 matrices have here.
void matrixPower(AtenCall& call) {
  ValueId square = call.tensor("self");
  std::int64_t n = call.integer("n");
  if (n == 0) return call.result(identityLike(call, square));
  if (call.type(square).elementCount() == Dim(0)) return call.result(square);
  if (n < 0) {
    if (call.dim(square, -1) != Dim(1)) call.unsupported("the inverse of a matrix");
    square = call.unary(Op::reciprocal, square);
    n = -n;
  }
  ValueId power;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) power = power.valid() ? matrixProduct(call, power, square) : square;
    if (n > 1) square = matrixProduct(call, square, square);
  }
  call.result(power);
}

constexpr Rule kMatricesRules[] = {
    {"aten.linear.default", linear},
    {"aten.matmul.default", matmul},
    {"aten.linalg_matmul.default", matmul},
    {"aten.mm.default", mm},
    {"aten.bmm.default", mm},
    {"aten.mm.dtype", mmToDtype},
    {"aten.bmm.dtype", mmToDtype},
    {"aten._int_mm.default", intMm},
    {"aten._weight_int8pack_mm.default", int8Weight},
    {"torchao.int_matmul.default", intMatmul},
    {"aten.mv.default", mv},
    {"aten.dot.default", dot},
    {"aten.vdot.default", vdot},
    {"aten.linalg_vecdot.default", vecdot},
    {"aten.addmm.default", addmm},
    {"aten.baddbmm.default", baddbmm},
    {"aten.addbmm.default", addbmm},
    {"aten.addmv.default", addmv},
    {"aten.addr.default", addr},
    {"aten.outer.default", outer},
    {"aten.linalg_multi_dot.default", multiDot},
    {"aten.chain_matmul.default", chainMatmul},
    {"aten.linalg_matrix_power.default", matrixPower},
    {"aten.matrix_power.default", matrixPower},
};

}  // namespace

std::span<const Rule> matricesRules();
std::span<const Rule> matricesRules() {
  return kMatricesRules;
}

}  // namespace mcc
