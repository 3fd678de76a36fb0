// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Taps of interpolation: which input elements an output element is made of along one dimension.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace mcc {

struct Tap {
  std::int64_t index = -1;  // -1: outside, counts as 0
  double weight = 1;
};
using Taps = std::vector<Tap>;

// Weights of the cubic convolution kernel with parameter a = -0.75 for the elements at floor(x) - 1
// .. floor(x) + 2, t = x - floor(x).
std::array<double, 4> cubicWeights(double t);

// The cubic convolution kernel itself.
double cubicKernel(double x, double a);

}  // namespace mcc
