// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attention against its formula.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

// q [B, L, E], k [B, S, E], v [B, S, V]; bias [B, L, S] of what is added to scores.
Tensor formula(const Tensor& q, const Tensor& k, const Tensor& v, const std::vector<double>& bias,
               double scale) {
  const std::int64_t rows = q.dim(1);
  const std::int64_t keys = k.dim(1);
  const std::int64_t depth = q.dim(2);
  const std::int64_t width = v.dim(2);
  Tensor out(q.dtype(), {q.dim(0), rows, width});
  for (std::int64_t r = 0; r < q.dim(0) * rows; ++r) {
    const std::int64_t b = r / rows;
    std::vector<double> weights;
    double sum = 0;
    for (std::int64_t j = 0; j < keys; ++j) {
      double s = 0;
      for (std::int64_t e = 0; e < depth; ++e) {
        s += q.real(r * depth + e) * k.real((b * keys + j) * depth + e);
      }
      weights.push_back(std::exp(s * scale + bias[static_cast<std::size_t>(r * keys + j)]));
      sum += weights.back();
    }
    for (std::int64_t c = 0; c < width; ++c) {
      double mixed = 0;
      for (std::int64_t j = 0; j < keys && sum > 0; ++j) {
        mixed += weights[static_cast<std::size_t>(j)] / sum * v.real((b * keys + j) * width + c);
      }
      out.setReal(r * width + c, mixed);
    }
  }
  return out;
}

Attributes settings(double scale, bool causal) { return {{"scale", scale}, {"causal", causal}}; }

TEST_CASE("attention without mask, with bool, real and causal masks") {
  for (const DType dtype : {DType::f32, DType::f64, DType::bf16}) {
    const double tolerance = dtype == DType::bf16 ? 1e-2 : 1e-6;
    const Tensor q = noise(dtype, {2, 3, 4}, 1);
    const Tensor k = noise(dtype, {2, 5, 4}, 2);
    const Tensor v = noise(dtype, {2, 5, 6}, 3);
    std::vector<double> bias(30, 0.0);
    checkEqual(run(Op::attention, {&q, &k, &v}, settings(0.5, false))[0],
               formula(q, k, v, bias, 0.5), tolerance);
    for (std::size_t i = 0; i < 30; ++i) bias[i] = i % 5 > i / 5 % 3 ? -kInfinity : 0;
    checkEqual(run(Op::attention, {&q, &k, &v}, settings(0.5, true))[0],
               formula(q, k, v, bias, 0.5), tolerance);
    const Tensor real = noise(dtype, {3, 1}, 4);
    for (std::size_t i = 0; i < 30; ++i) bias[i] = real.real(static_cast<std::int64_t>(i / 5 % 3));
    checkEqual(run(Op::attention, {&q, &k, &v, &real}, settings(1, false))[0],
               formula(q, k, v, bias, 1), tolerance);
    const Tensor seen = literal(DType::boolean, {2, 1, 5}, {1, 0, 1, 1, 0, 0, 0, 1, 0, 1});
    for (std::size_t i = 0; i < 30; ++i) {
      bias[i] = seen.integer(static_cast<std::int64_t>(i / 15 * 5 + i % 5)) != 0 ? 0 : -kInfinity;
    }
    checkEqual(run(Op::attention, {&q, &k, &v, &seen}, settings(1, false))[0],
               formula(q, k, v, bias, 1), tolerance);
  }
}

TEST_CASE("attention gives zeros to a query that sees nothing, even beside NaN keys") {
  const Tensor q = literal(DType::f32, {1, 1}, {1});
  const Tensor k = literal(DType::f32, {2, 1}, {kNan, 1});
  const Tensor v = literal(DType::f32, {2, 1}, {kNan, 5});
  const Tensor none = literal(DType::boolean, {1, 2}, {0, 0});
  CHECK(run(Op::attention, {&q, &k, &v, &none}, settings(1, false))[0].real(0) == 0);
  const Tensor second = literal(DType::boolean, {1, 2}, {0, 1});
  CHECK(run(Op::attention, {&q, &k, &v, &second}, settings(1, false))[0].real(0) == 5);
  const Tensor both = literal(DType::boolean, {1, 2}, {1, 1});
  CHECK(std::isnan(run(Op::attention, {&q, &k, &v, &both}, settings(1, false))[0].real(0)));
}

TEST_CASE("attention lets heads of keys serve several heads of queries") {
  const Tensor q = noise(DType::f32, {4, 3, 4}, 1);
  const Tensor k = noise(DType::f32, {2, 5, 4}, 2);
  const Tensor v = noise(DType::f32, {2, 5, 6}, 3);
  const auto repeated = [](const Tensor& x) {
    const std::int64_t head = x.dim(1) * x.dim(2);
    Tensor out(x.dtype(), {4, x.dim(1), x.dim(2)});
    for (std::int64_t i = 0; i < out.size(); ++i) {
      out.setReal(i, x.real(i / (2 * head) * head + i % head));
    }
    return out;
  };
  const std::vector<double> bias(60, 0.0);
  checkEqual(run(Op::attention, {&q, &k, &v}, settings(0.5, false))[0],
             formula(q, repeated(k), repeated(v), bias, 0.5), 1e-6);
  const Tensor three = noise(DType::f32, {3, 5, 4}, 2);
  CHECK(errorOf(Op::attention, {&q, &three, &three}, settings(1, false)) != "");
}

TEST_CASE("attention of empty batches and keys") {
  const Tensor q(DType::f32, {0, 2, 4});
  CHECK(run(Op::attention, {&q, &q, &q}, settings(1, false))[0].shape() == Sizes{0, 2, 4});
  const Tensor query = noise(DType::f32, {2, 4}, 1);
  const Tensor keys(DType::f32, {0, 4});
  checkEqual(run(Op::attention, {&query, &keys, &keys}, settings(1, false))[0],
             Tensor(DType::f32, {2, 4}));
}

TEST_CASE("attention names what does not fit") {
  const Tensor q(DType::f32, {2, 3, 4});
  const Tensor k(DType::f32, {2, 5, 3});
  CHECK(errorOf(Op::attention, {&q, &k, &k}, settings(1, false)) ==
        "attention: the size of a key is 3 but must be 4");
  const Tensor good(DType::f32, {2, 5, 4});
  const Tensor mask(DType::boolean, {2, 3, 4});
  CHECK(errorOf(Op::attention, {&q, &good, &good, &mask}, settings(1, false)) != "");
  const Tensor fitting(DType::boolean, {3, 5});
  CHECK(errorOf(Op::attention, {&q, &good, &good, &fitting}, settings(1, true)) ==
        "attention: a mask and causal exclude each other");
}

}  // namespace
}  // namespace mcc::test
