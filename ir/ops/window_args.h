// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Window argument of convolutions and pools (runtime_support/kernels/window.h).
#pragma once
#include "ir/lowering.h"

namespace mcc {

// Spatial sizes and window attributes of a channels-last node with 1 to 3 spatial dimensions, led
// by ones to three. Attributes that the node lacks (dilation) count as 1.
struct WindowSizes {
  std::vector<Dim> in, out, kernel, stride, dilation, pad;
  bool isPointwise() const;  // kernel 1, stride 1, no padding
};
WindowSizes windowOf(const Lowering& lowering, const std::vector<Dim>& kernel);

Arg windowArg(const WindowSizes& sizes);

}  // namespace mcc
