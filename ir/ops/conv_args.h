// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the lowerings of conv and conv_transpose share: arguments of their kernels.
#pragma once
#include <string>

#include "ir/ops/window_args.h"

namespace mcc {

struct Convolution {
  WindowSizes window;
  Dim batch, inChannels, outChannels;
  std::int64_t groups = 1;

  bool isDepthwise() const { return Dim(groups) == inChannels && inChannels == outChannels; }
};

// Of a node conv or conv_transpose.
Convolution convolutionOf(const Lowering& lowering);

Arg convSizesArg(const Convolution& conv);
Arg depthwiseSizesArg(const Convolution& conv);

// The name of the packed form of operand 1.
std::string packedWeightName(const Lowering& lowering);

}  // namespace mcc
