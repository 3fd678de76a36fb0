// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms against the defining sum in double precision.
#include "runtime_support/kernels/fourier.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "tests/kernels/tensors.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::randomFloats;

using Complex = std::complex<double>;

constexpr std::int64_t kRows = 3;
const std::int64_t kLengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 25, 30, 64, 97, 128, 400};

/// Sum of x[j] exp(sign * 2 pi i j k / n) for row r of [rows][n].
Complex sumAt(const std::vector<Complex>& x, std::int64_t n, std::int64_t r, std::int64_t k,
              double sign) {
  Complex sum = 0;
  for (std::int64_t j = 0; j < n; ++j) {
    const double angle = sign * 2 * std::acos(-1.0) * static_cast<double>(j * k % n) /
                         static_cast<double>(n);
    sum += x[static_cast<std::size_t>(r * n + j)] * Complex(std::cos(angle), std::sin(angle));
  }
  return sum;
}

std::vector<Complex> noise(std::int64_t count) {
  const auto parts = randomFloats(2 * count, 1);
  std::vector<Complex> out;
  for (std::size_t i = 0; i < parts.size(); i += 2) out.emplace_back(parts[i], parts[i + 1]);
  return out;
}

template <class T>
std::vector<std::complex<T>> rounded(const std::vector<Complex>& x) {
  std::vector<std::complex<T>> out;
  for (const Complex& z : x) {
    out.emplace_back(static_cast<T>(z.real()), static_cast<T>(z.imag()));
  }
  return out;
}

template <class T>
std::vector<std::complex<T>> rootsFor(std::int64_t n, double sign) {
  std::vector<std::complex<T>> roots(static_cast<std::size_t>(n));
  rootsOfUnity(n, sign, roots.data());
  return roots;
}

template <class T>
bool close(std::complex<T> got, Complex expected, std::int64_t n) {
  const double bound = sizeof(T) == 4 ? 1e-5 : 1e-13;
  return std::abs(Complex(got) - expected) <= bound * static_cast<double>(n);
}

template <class T>
void checkComplex(std::int64_t n, double sign) {
  const auto x = noise(kRows * n);
  const auto roots = rootsFor<T>(n, sign);
  Guarded<std::complex<T>> y(kRows * n), scratch(n);
  fft(FourierSizes{kRows, n}, roots.data(), rounded<T>(x).data(), y.data(), scratch.data());
  CHECK(y.intact());
  CHECK(scratch.intact());
  bool same = true;
  for (std::int64_t i = 0; i < kRows * n; ++i) {
    same = same && close(y[i], sumAt(x, n, i / n, i % n, sign), n);
  }
  CHECK(same);
}

template <class T>
void checkReal(std::int64_t n) {
  std::vector<Complex> x = noise(kRows * n);
  std::vector<T> real;
  for (Complex& z : x) {
    z = z.real();
    real.push_back(static_cast<T>(z.real()));
  }
  const std::int64_t kept = n / 2 + 1;
  Guarded<std::complex<T>> y(kRows * kept), scratch(n % 2 == 0 ? n : 2 * n);
  rfft(FourierSizes{kRows, n}, rootsFor<T>(n, -1).data(), real.data(), y.data(), scratch.data());
  CHECK(y.intact());
  CHECK(scratch.intact());
  bool same = true;
  for (std::int64_t i = 0; i < kRows * kept; ++i) {
    same = same && close(y[i], sumAt(x, n, i / kept, i % kept, -1), n);
  }
  CHECK(same);
}

template <class T>
void checkInverse(std::int64_t n) {
  const std::int64_t kept = n / 2 + 1;
  const auto half = noise(kRows * kept);
  std::vector<Complex> whole(static_cast<std::size_t>(kRows * n));
  for (std::int64_t i = 0; i < kRows * n; ++i) {
    const std::int64_t k = i % n;
    const Complex z = half[static_cast<std::size_t>(i / n * kept + std::min(k, n - k))];
    const bool isReal = k == 0 || 2 * k == n;
    whole[static_cast<std::size_t>(i)] = isReal ? z.real() : 2 * k > n ? std::conj(z) : z;
  }
  Guarded<T> y(kRows * n);
  Guarded<std::complex<T>> scratch(n % 2 == 0 ? n : 2 * n);
  irfft(FourierSizes{kRows, n}, rootsFor<T>(n, 1).data(), rounded<T>(half).data(), y.data(),
        scratch.data());
  CHECK(y.intact());
  CHECK(scratch.intact());
  bool same = true;
  for (std::int64_t i = 0; i < kRows * n; ++i) {
    const Complex expected = sumAt(whole, n, i / n, i % n, 1);
    same = same && close(std::complex<T>(y[i]), expected.real(), n);
  }
  CHECK(same);
}

}  // namespace

TEST_CASE("fft") {
  for (const std::int64_t n : kLengths) {
    CAPTURE(n);
    for (const double sign : {-1.0, 1.0}) {
      checkComplex<float>(n, sign);
      checkComplex<double>(n, sign);
    }
  }
}

TEST_CASE("rfft and irfft") {
  for (const std::int64_t n : kLengths) {
    CAPTURE(n);
    checkReal<float>(n);
    checkReal<double>(n);
    checkInverse<float>(n);
    checkInverse<double>(n);
  }
}

}  // namespace mcc::rt
