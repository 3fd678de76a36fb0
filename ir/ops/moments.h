// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mean and reciprocal standard deviation of a group of elements, for the normalisations.
#pragma once
#include <cmath>
#include <cstdint>

namespace mcc {

struct Moments {
  double mean, rstd;
};

// Of element(0) .. element(n - 1); the variance is biased. NaN for n = 0.
template <class Element>
Moments momentsOf(std::int64_t n, Element element, double eps) {
  const auto count = static_cast<double>(n);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += element(i);
  const double mean = sum / count;
  double squares = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double d = element(i) - mean;
    squares += d * d;
  }
  return {mean, 1 / std::sqrt(squares / count + eps)};
}

}  // namespace mcc
