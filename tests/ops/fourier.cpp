// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fft, rfft and irfft against the defining sum.
#include <numbers>

#include "tests/ops/op_case.h"

namespace mcc::test {
namespace {

using Complex = std::complex<double>;

Tensor sums(const Tensor& x, double sign) {
  Tensor out(DType::c128, x.shape());
  const std::int64_t n = x.shape().back();
  for (std::int64_t i = 0; i < x.size(); ++i) {
    Complex sum = 0;
    for (std::int64_t j = 0; j < n; ++j) {
      const double angle = sign * 2 * std::numbers::pi * static_cast<double>(i % n * j) /
                           static_cast<double>(n);
      sum += x.complex(i / n * n + j) * Complex(std::cos(angle), std::sin(angle));
    }
    out.setComplex(i, sum);
  }
  return out;
}

Tensor complexNoise(Sizes shape, std::uint64_t seed) {
  const Tensor re = noise(DType::f64, shape, seed);
  const Tensor im = noise(DType::f64, shape, seed + 1);
  Tensor out(DType::c128, shape);
  for (std::int64_t i = 0; i < out.size(); ++i) out.setComplex(i, {re.real(i), im.real(i)});
  return out;
}

TEST_CASE("fft of lengths with small, large and repeated factors") {
  for (const std::int64_t n : {1, 2, 3, 8, 12, 13, 25, 30, 97}) {
    const Tensor x = complexNoise({2, n}, 1);
    checkEqual(run(Op::fft, {&x}, {{"inverse", false}})[0], sums(x, -1), 1e-11);
    checkEqual(run(Op::fft, {&x}, {{"inverse", true}})[0], sums(x, 1), 1e-11);
  }
}

TEST_CASE("rfft keeps the first half") {
  for (const std::int64_t n : {1, 2, 5, 8, 15}) {
    const Tensor x = noise(DType::f64, {2, n}, 3);
    const Tensor whole = sums(x, -1);
    const Tensor half = run(Op::rfft, {&x})[0];
    REQUIRE(half.shape() == Sizes{2, n / 2 + 1});
    for (std::int64_t i = 0; i < half.size(); ++i) {
      const std::int64_t kept = n / 2 + 1;
      CHECK(std::abs(half.complex(i) - whole.complex(i / kept * n + i % kept)) < 1e-11);
    }
  }
}

TEST_CASE("irfft undoes rfft but for the scale and ignores what must be real") {
  for (const std::int64_t n : {1, 2, 5, 8, 15}) {
    const Tensor x = noise(DType::f64, {2, n}, 4);
    Tensor half = run(Op::rfft, {&x})[0];
    half.setComplex(0, half.complex(0) + Complex(0, 7));
    if (n % 2 == 0) half.setComplex(n / 2, half.complex(n / 2) + Complex(0, 7));
    const Tensor back = run(Op::irfft, {&half}, {{"size", n}})[0];
    for (std::int64_t i = 0; i < x.size(); ++i) {
      CHECK(back.real(i) / static_cast<double>(n) == doctest::Approx(x.real(i)));
    }
  }
}

TEST_CASE("Fourier transforms keep single precision and say what they need") {
  const Tensor x = noise(DType::f32, {4}, 5);
  CHECK(run(Op::rfft, {&x})[0].dtype() == DType::c64);
  CHECK(errorOf(Op::fft, {&x}, {{"inverse", false}}) == "fft: needs complex numbers, not f32");
  const Tensor half(DType::c64, {3});
  CHECK(errorOf(Op::irfft, {&half}, {{"size", 6}}) ==
        "irfft: the last size of the input is 3 but must be 4");
}

}  // namespace
}  // namespace mcc::test
