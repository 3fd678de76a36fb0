// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What interpolation to another size and at given positions share.
#pragma once

namespace mcc::rt {

/// a * b, of floats rounded on its own, whatever the compiler would fuse it with: positions decide
/// which element is nearest.
template <class R>
R product(R a, R b) {
  return static_cast<R>(static_cast<double>(a) * static_cast<double>(b));
}

/// The cubic convolution kernel (Keys 1981) with parameter `a` at distance d >= 0.
template <class R>
R cubicWeight(R d, R a) {
  if (d <= R(1)) return ((a + R(2)) * d - (a + R(3))) * d * d + R(1);
  return d < R(2) ? ((a * d - R(5) * a) * d + R(8) * a) * d - R(4) * a : R(0);
}

}  // namespace mcc::rt
