// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions as structures.
#include "ir/ops/conv_args.h"

namespace mcc {

Convolution convolutionOf(const Lowering& lowering) {
  const TensorType& x = lowering.inputType(0);
  const TensorType& weight = lowering.inputType(1);
  return {windowOf(lowering, {weight.shape.begin() + 1, weight.shape.end() - 1}), x.dim(0),
          x.dim(-1), lowering.resultType(0).dim(-1),
          lowering.node().attributes.integer("groups")};
}

Arg convSizesArg(const Convolution& conv) {
  return Lowering::structure(
      "ConvSizes",
      {windowArg(conv.window), Lowering::integer(conv.batch, "batch"),
       Lowering::integer(conv.inChannels, "inChannels"),
       Lowering::integer(conv.outChannels, "outChannels"), Lowering::integer(conv.groups, "groups"),
       Lowering::integer(conv.inChannels, "inPixel"),
       Lowering::integer(conv.outChannels, "outPixel")});
}

Arg depthwiseSizesArg(const Convolution& conv) {
  return Lowering::structure("DepthwiseSizes",
                             {windowArg(conv.window), Lowering::integer(conv.batch, "batch"),
                              Lowering::integer(conv.inChannels, "channels"),
                              Lowering::integer(conv.inChannels, "inPixel"),
                              Lowering::integer(conv.outChannels, "outPixel")});
}

std::string packedWeightName(const Lowering& lowering) {
  return lowering.graph()[lowering.node().inputs[1]].name + "_packed";
}

}  // namespace mcc
