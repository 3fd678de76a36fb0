// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of conv_transpose: phase by phase with packed weights, convTransposePlain for other
// types and for weights that are computed.
#include <algorithm>

#include "ir/ops/conv_args.h"
#include "ir/ops/gemm_tile.h"
#include "ir/ops/lowerings.h"
#include "runtime_support/kernels/pack.h"

namespace mcc {
namespace {

// The window at the largest sizes: what weights are packed for.
rt::Window largestWindow(const Lowering& lowering, const WindowSizes& sizes) {
  rt::Window window{};
  for (std::size_t d = 0; d < 3; ++d) {
    window.in[d] = lowering.bounds(sizes.in[d]).max;
    window.out[d] = lowering.bounds(sizes.out[d]).max;
    window.kernel[d] = sizes.kernel[d].constant();
    window.stride[d] = sizes.stride[d].constant();
    window.dilation[d] = sizes.dilation[d].constant();
    window.pad[d] = sizes.pad[d].constant();
  }
  return window;
}

void lowerPhases(Lowering& lowering, const Convolution& conv, const Tensor& weight) {
  const Target& target = lowering.target();
  const std::int64_t depth = weight.dim(0) / conv.groups;
  const std::int64_t columns = weight.shape().back();
  const rt::Window window = largestWindow(lowering, conv.window);
  Tensor packed(DType::f32, {rt::packedConvFloats(conv.groups, columns * conv.groups,
                                                  rt::volume(window.kernel), depth, target.lanes)});
  rt::packConvTranspose(weight.as<float>(), window, conv.groups, weight.dim(0),
                        columns * conv.groups, convPanelWidth(target), target.lanes,
                        packed.mutableAs<float>());
  const BufferId weights = lowering.addConstant(std::move(packed), packedWeightName(lowering));
  const BufferId zeros = lowering.scratch(DType::f32, depth);
  lowering.call(
      "convTranspose",
      {convSizesArg(conv), lowering.in(0), Lowering::read(weights), lowering.in(2), lowering.out(0),
       Lowering::write(zeros), lowering.epilogue(3)},
      {convTransposeTileText(target, conv.window.out[2], conv.window.stride[2], columns)});
}

void lowerDepthwiseTranspose(Lowering& lowering, const Convolution& conv, const Tensor& weight) {
  Tensor packed(DType::f32, {weight.size()});
  rt::packDepthwiseTranspose(weight.as<float>(), largestWindow(lowering, conv.window),
                             weight.dim(0), packed.mutableAs<float>());
  const BufferId weights = lowering.addConstant(std::move(packed), packedWeightName(lowering));
  lowering.call("depthwiseTranspose",
                {depthwiseSizesArg(conv), lowering.in(0), Lowering::read(weights), lowering.in(2),
                 lowering.out(0), lowering.epilogue(3)});
}

}  // namespace

void lowerConvTranspose(Lowering& lowering) {
  const Convolution conv = convolutionOf(lowering);
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const TensorRef weight = lowering.constant(1);
  if (dtype == DType::f32 && weight != nullptr && weight->size() > 0) {
    if (conv.isDepthwise()) return lowerDepthwiseTranspose(lowering, conv, *weight);
    return lowerPhases(lowering, conv, *weight);
  }
  if (!lowering.node().regions.empty()) throw InternalError("an epilogue on a plain convolution");
  lowering.call(
      "convTransposePlain",
      {convSizesArg(conv), lowering.in(0), lowering.in(1), lowering.in(2), lowering.out(0)},
      {cppType(dtype)});
}

}  // namespace mcc
