// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of sliding windows for the tests of convolution and pooling.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime_support/kernels/window.h"

namespace mcc::rt::testing {

/// A window whose output size follows from the padding on both ends, as in PyTorch.
struct WindowCase {
  std::int64_t in[3];
  std::int64_t kernel[3];
  std::int64_t stride[3];
  std::int64_t dilation[3];
  std::int64_t padFront[3];
  std::int64_t padBack[3];
};

inline Window makeWindow(const WindowCase& c) {
  Window window{};
  for (int d = 0; d < 3; ++d) {
    window.in[d] = c.in[d];
    window.kernel[d] = c.kernel[d];
    window.stride[d] = c.stride[d];
    window.dilation[d] = c.dilation[d];
    window.pad[d] = c.padFront[d];
    const std::int64_t reach = (c.kernel[d] - 1) * c.dilation[d] + 1;
    window.out[d] = (c.in[d] + c.padFront[d] + c.padBack[d] - reach) / c.stride[d] + 1;
  }
  return window;
}

inline const std::vector<WindowCase>& windowCases() {
  static const std::vector<WindowCase> cases = {
      // One, two and three dimensions; symmetric, asymmetric and no padding.
      {{1, 1, 9}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}},
      {{1, 1, 10}, {1, 1, 5}, {1, 1, 2}, {1, 1, 1}, {0, 0, 2}, {0, 0, 1}},
      {{1, 7, 7}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1}},
      {{1, 8, 13}, {1, 3, 3}, {1, 2, 2}, {1, 1, 1}, {0, 0, 0}, {0, 1, 1}},
      {{1, 9, 11}, {1, 2, 3}, {1, 1, 2}, {1, 2, 3}, {0, 1, 3}, {0, 1, 3}},
      {{1, 5, 6}, {1, 5, 6}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}},
      {{1, 2, 2}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1}},
      {{1, 14, 14}, {1, 7, 7}, {1, 2, 2}, {1, 1, 1}, {0, 3, 3}, {0, 3, 3}},
      {{4, 5, 6}, {3, 2, 3}, {1, 2, 1}, {1, 1, 2}, {1, 0, 2}, {1, 1, 2}},
  };
  return cases;
}

}  // namespace mcc::rt::testing
