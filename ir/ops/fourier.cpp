// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transform by splitting off prime factors (Cooley and Tukey's scheme).
#include "ir/ops/fourier.h"

#include <cmath>
#include <numbers>

namespace mcc {
namespace {

using Complex = std::complex<double>;

std::size_t smallestFactor(std::size_t n) {
  for (std::size_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return p;
  }
  return n;
}

// exp(sign * 2 pi i k / n) for k < n.
std::vector<Complex> rootsOfUnity(std::size_t n, double sign) {
  std::vector<Complex> roots(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    roots[k] = {std::cos(angle), sign * std::sin(angle)};
  }
  return roots;
}

}  // namespace

std::vector<Complex> fourierTransform(const std::vector<Complex>& x, double sign) {
  const std::size_t n = x.size();
  if (n <= 1) return x;
  const std::size_t factor = smallestFactor(n);
  const std::size_t rest = n / factor;
  std::vector<std::vector<Complex>> parts;
  for (std::size_t r = 0; r < factor; ++r) {
    std::vector<Complex> part(rest);
    for (std::size_t j = 0; j < rest; ++j) part[j] = x[j * factor + r];
    parts.push_back(fourierTransform(part, sign));
  }
  const std::vector<Complex> roots = rootsOfUnity(n, sign);
  std::vector<Complex> result(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t r = 0; r < factor; ++r) result[k] += parts[r][k % rest] * roots[r * k % n];
  }
  return result;
}

}  // namespace mcc
