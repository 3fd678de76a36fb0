// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cubic convolution interpolation (R. Keys, 1981).
#include "ir/ops/interpolation.h"

#include <cmath>

namespace mcc {

double cubicKernel(double x, double a) {
  const double d = std::fabs(x);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  if (d < 2) return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  return 0;
}

std::array<double, 4> cubicWeights(double t) {
  constexpr double kA = -0.75;
  return {cubicKernel(t + 1, kA), cubicKernel(t, kA), cubicKernel(1 - t, kA),
          cubicKernel(2 - t, kA)};
}

}  // namespace mcc
