// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// matmul against three loops.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

// a [B, M, K] or [M, K]; b likewise, or [.., N, K] when transposed.
Tensor product(const Tensor& a, const Tensor& b, bool transposed, const Tensor* bias) {
  Sizes shape = a.shape();
  const std::int64_t rows = a.dim(a.rank() - 2);
  const std::int64_t depth = a.dim(a.rank() - 1);
  const std::int64_t columns = b.dim(b.rank() - (transposed ? 2 : 1));
  shape.back() = columns;
  Tensor out(a.dtype(), shape);
  for (std::int64_t i = 0; i < out.size(); ++i) {
    const std::int64_t row = i / columns;
    const std::int64_t column = i % columns;
    const std::int64_t matrix = b.rank() == 2 ? 0 : row / rows * depth * columns;
    std::complex<double> sum = bias != nullptr ? bias->complex(column) : 0;
    for (std::int64_t k = 0; k < depth; ++k) {
      sum += a.complex(row * depth + k) *
             b.complex(matrix + (transposed ? column * depth + k : k * columns + column));
    }
    out.setComplex(i, sum);
  }
  return out;
}

const Attributes kPlain = {{"transpose_b", false}};
const Attributes kTransposed = {{"transpose_b", true}};

TEST_CASE("matmul of stacks, shared and transposed operands, in every element type") {
  for (const DType dtype : {DType::f32, DType::f64, DType::f16, DType::bf16, DType::c64,
                            DType::i64, DType::i32}) {
    CAPTURE(name(dtype));
    const Tensor a = noise(dtype, {2, 3, 5}, 1);
    const Tensor b = noise(dtype, {2, 5, 4}, 2);
    const Tensor shared = noise(dtype, {4, 5}, 3);
    const Tensor bias = noise(dtype, {4}, 4);
    const double tolerance = dtype == DType::bf16 ? 1e-2 : (dtype == DType::f16 ? 1e-3 : 1e-6);
    checkEqual(run(Op::matmul, {&a, &b, &bias}, kPlain)[0], product(a, b, false, &bias), tolerance);
    checkEqual(run(Op::matmul, {&a, &shared}, kTransposed)[0], product(a, shared, true, nullptr),
               tolerance);
  }
}

TEST_CASE("matmul wraps integers around") {
  const Tensor a = literal(DType::i8, {1, 2}, {100, 100});
  const Tensor b = literal(DType::i8, {2, 1}, {1, 1});
  checkEqual(run(Op::matmul, {&a, &b, nullptr}, kPlain)[0], literal(DType::i8, {1, 1}, {-56}));
}

TEST_CASE("matmul of empty operands") {
  const Tensor a(DType::f32, {0, 3});
  const Tensor b(DType::f32, {3, 2});
  CHECK(run(Op::matmul, {&a, &b}, kPlain)[0].shape() == Sizes{0, 2});
  const Tensor c(DType::f32, {2, 0});
  const Tensor d(DType::f32, {0, 2});
  checkEqual(run(Op::matmul, {&c, &d}, kPlain)[0], Tensor(DType::f32, {2, 2}));
}

TEST_CASE("matmul carries NaN and infinity") {
  const Tensor a = literal(DType::f32, {2, 2}, {kNan, 1, kInfinity, 1});
  const Tensor b = literal(DType::f32, {2, 1}, {1, 1});
  const Tensor out = run(Op::matmul, {&a, &b}, kPlain)[0];
  CHECK(std::isnan(out.real(0)));
  CHECK(out.real(1) == kInfinity);
}

// result * extra
Graph product(const TensorType& result, const TensorType& extra) {
  Graph region;
  Node node;
  node.op = Op::mul;
  node.inputs = {region.addInput("result", result), region.addInput("extra", extra)};
  const NodeId id = region.append(node, {result});
  region.outputs = region[id].outputs;
  return region;
}

TEST_CASE("matmul runs its epilogue on the result") {
  const Tensor a = noise(DType::f32, {2, 3}, 1);
  const Tensor b = noise(DType::f32, {3, 4}, 2);
  const Tensor plain = product(a, b, false, nullptr);
  for (const Sizes& shape : {Sizes{2, 4}, Sizes{4}, Sizes{1, 4}, Sizes{}, Sizes{1, 1}}) {
    const Tensor c = noise(DType::f32, shape, 3);
    Tensor want = plain;
    for (std::int64_t i = 0; i < 8; ++i) want.setReal(i, want.real(i) * c.real(i % c.size()));
    const Graph region = product(plain.type(), c.type());
    checkEqual(run(Op::matmul, {&a, &b, nullptr, &c}, kPlain, {region})[0], want, 1e-6);
  }
  const Tensor column = noise(DType::f32, {2, 1}, 3);
  const Graph region = product(plain.type(), column.type());
  CHECK_THROWS_AS(run(Op::matmul, {&a, &b, nullptr, &column}, kPlain, {region}), Error);
}

TEST_CASE("matmul says which shapes don't fit") {
  const Tensor a(DType::f32, {2, 3});
  const Tensor b(DType::f32, {2, 3});
  CHECK(errorOf(Op::matmul, {&a, &b}, kPlain) == "matmul: inner sizes of [2, 3] and [2, 3] differ");
  const Tensor vector(DType::f32, {3});
  CHECK(errorOf(Op::matmul, {&a, &vector}, kPlain) ==
        "matmul: needs matrices, not shapes [2, 3] and [3]");
  const Tensor whole(DType::i64, {3, 2});
  CHECK(errorOf(Op::matmul, {&a, &whole}, kPlain) == "matmul: operands have types f32 and i64");
  const Tensor c(DType::f32, {3, 2});
  CHECK(errorOf(Op::matmul, {&a, &c, &vector}, kPlain) ==
        "matmul: shape of the bias is [3] but must be [2]");
}

}  // namespace
}  // namespace mcc::test
