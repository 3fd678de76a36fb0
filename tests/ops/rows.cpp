// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// softmax, log_softmax and the normalisations against their formulas.
#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

TEST_CASE("softmax and log_softmax along each axis") {
  for (const DType dtype : {DType::f32, DType::f64, DType::f16, DType::bf16}) {
    const double tolerance = dtype == DType::bf16 ? 1e-2 : (dtype == DType::f16 ? 2e-3 : 1e-6);
    const Tensor x = noise(dtype, {2, 3, 4}, 1);
    for (std::int64_t axis = 0; axis < 3; ++axis) {
      const std::int64_t n = x.dim(axis);
      const std::int64_t stride = axis == 0 ? 12 : (axis == 1 ? 4 : 1);
      Tensor want(dtype, x.shape());
      Tensor wantLog(dtype, x.shape());
      for (std::int64_t i = 0; i < 24; ++i) {
        const std::int64_t first = i - i / stride % n * stride;
        double sum = 0;
        for (std::int64_t j = 0; j < n; ++j) sum += std::exp(x.real(first + j * stride));
        want.setReal(i, std::exp(x.real(i)) / sum);
        wantLog.setReal(i, x.real(i) - std::log(sum));
      }
      checkEqual(run(Op::softmax, {&x}, {{"axis", axis}})[0], want, tolerance);
      checkEqual(run(Op::log_softmax, {&x}, {{"axis", axis}})[0], wantLog, tolerance);
    }
  }
}

TEST_CASE("softmax of large, infinite and NaN elements") {
  const Attributes axis{{"axis", 1}};
  const Tensor large = literal(DType::f32, {1, 2}, {10000, 10000});
  checkEqual(run(Op::softmax, {&large}, axis)[0], literal(DType::f32, {1, 2}, {0.5, 0.5}));
  const Tensor half = literal(DType::f32, {1, 2}, {-kInfinity, 3});
  checkEqual(run(Op::softmax, {&half}, axis)[0], literal(DType::f32, {1, 2}, {0, 1}));
  checkEqual(run(Op::log_softmax, {&half}, axis)[0],
             literal(DType::f32, {1, 2}, {-kInfinity, 0}));
  for (const double hidden : {-kInfinity, kInfinity, kNan}) {
    const Tensor x = literal(DType::f32, {1, 2}, {hidden, hidden});
    CHECK(std::isnan(run(Op::softmax, {&x}, axis)[0].real(1)));
  }
  const Tensor empty(DType::f32, {3, 0});
  CHECK(run(Op::softmax, {&empty}, axis)[0].shape() == Sizes{3, 0});
  const Tensor whole(DType::i32, {1, 2});
  CHECK(errorOf(Op::softmax, {&whole}, axis) == "softmax: needs floating-point operands, not i32");
}

TEST_CASE("layer_norm over two trailing dimensions") {
  const Tensor x = noise(DType::f64, {3, 2, 4}, 1);
  const Tensor weight = noise(DType::f64, {2, 4}, 2);
  const Tensor bias = noise(DType::f64, {2, 4}, 3);
  const Attributes attributes{{"axes", 2}, {"eps", 1e-3}};
  const std::vector<Tensor> out = run(Op::layer_norm, {&x, &weight, &bias}, attributes);
  const std::vector<Tensor> bare = run(Op::layer_norm, {&x, nullptr, nullptr}, attributes);
  REQUIRE(out[1].shape() == Sizes{3});
  for (std::int64_t r = 0; r < 3; ++r) {
    double sum = 0;
    double squares = 0;
    for (std::int64_t i = 0; i < 8; ++i) {
      sum += x.real(r * 8 + i);
      squares += x.real(r * 8 + i) * x.real(r * 8 + i);
    }
    const double mean = sum / 8;
    const double rstd = 1 / std::sqrt(squares / 8 - mean * mean + 1e-3);
    CHECK(out[1].real(r) == doctest::Approx(mean));
    CHECK(out[2].real(r) == doctest::Approx(rstd));
    for (std::int64_t i = 0; i < 8; ++i) {
      const double y = (x.real(r * 8 + i) - mean) * rstd;
      CHECK(bare[0].real(r * 8 + i) == doctest::Approx(y));
      CHECK(out[0].real(r * 8 + i) == doctest::Approx(y * weight.real(i) + bias.real(i)));
    }
  }
  const Tensor flat(DType::f64, {4});
  CHECK(errorOf(Op::layer_norm, {&x, &flat}, attributes) ==
        "layer_norm: shape of the weight is [4] but must be [2, 4]");
}

TEST_CASE("rms_norm divides by the root of the mean square") {
  const Tensor x = literal(DType::f32, {2, 2}, {3, 4, 0, 0});
  const Tensor weight = literal(DType::f32, {2}, {1, 2});
  const Attributes attributes{{"axes", 1}, {"eps", 0.5}};
  const double r = 1 / std::sqrt(13.0);
  checkEqual(run(Op::rms_norm, {&x, &weight}, attributes)[0],
             literal(DType::f32, {2, 2}, {3 * r, 8 * r, 0, 0}), 1e-6);
  checkEqual(run(Op::rms_norm, {&x}, attributes)[0],
             literal(DType::f32, {2, 2}, {3 * r, 4 * r, 0, 0}), 1e-6);
}

TEST_CASE("group_norm of channels-last planes") {
  const Tensor x = noise(DType::f64, {2, 3, 2, 4}, 1);
  const Tensor weight = noise(DType::f64, {4}, 2);
  const Tensor bias = noise(DType::f64, {4}, 3);
  const std::vector<Tensor> out =
      run(Op::group_norm, {&x, &weight, &bias}, {{"groups", 2}, {"eps", 1e-5}});
  REQUIRE(out[1].shape() == Sizes{2, 2});
  for (std::int64_t n = 0; n < 2; ++n) {
    for (std::int64_t g = 0; g < 2; ++g) {
      double sum = 0;
      double squares = 0;
      for (std::int64_t i = 0; i < 12; ++i) {
        const double v = x.real(n * 24 + i / 2 * 4 + g * 2 + i % 2);
        sum += v;
        squares += v * v;
      }
      const double mean = sum / 12;
      const double rstd = 1 / std::sqrt(squares / 12 - mean * mean + 1e-5);
      CHECK(out[1].real(n * 2 + g) == doctest::Approx(mean));
      CHECK(out[2].real(n * 2 + g) == doctest::Approx(rstd));
      for (std::int64_t i = 0; i < 12; ++i) {
        const std::int64_t c = g * 2 + i % 2;
        const std::int64_t at = n * 24 + i / 2 * 4 + c;
        const double y = (x.real(at) - mean) * rstd * weight.real(c) + bias.real(c);
        CHECK(out[0].real(at) == doctest::Approx(y));
      }
    }
  }
  CHECK(errorOf(Op::group_norm, {&x}, {{"groups", 3}, {"eps", 0.0}}) ==
        "group_norm: 4 channels don't divide into 3 groups");
}

}  // namespace
}  // namespace mcc::test
