// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// erf and erfc over vectors. Errors in units of the last place: erf 1.5, erfc 4.
#pragma once

#include <cmath>

#include "runtime_support/math/exponential.h"
#include "runtime_support/math/polynomial.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

inline F32 erf(F32 x) {
  const F32 a = abs(x);
  const F32 s = a * a;
  // erf(x) / x - 1 up to 0.921875, then -log(erfc(x)) up to 4; minimax, errors 1e-9 and 1e-10.
  const F32 small = polynomial(s, 1.2837917e-01f, -3.761263e-01f, 1.1283624e-01f, -2.6855567e-02f,
                               5.191835e-03f, -8.041857e-04f, 7.9584395e-05f);
  const F32 b = atMost(a, broadcast(4.0f));  // 1 in float from 3.92 on
  const F32 large = polynomial(b, -1.7636051e-04f, 1.1295232e+00f, 6.333299e-01f, 1.08299166e-01f,
                               -2.513202e-02f, 4.17594e-03f, -4.3548795e-04f, 2.1185348e-05f);
  const F32 inner = fma(x, small, x);
  const F32 outer = copySign(broadcast(1.0f) - exp(-large), x);
  return select(a < broadcast(0.921875f), inner, outer);
}

inline F32 erfc(F32 x) {
  return eachLane(x, [](float a) { return std::erfc(a); });
}

}  // namespace mcc::rt
