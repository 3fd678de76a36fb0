// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of conv: gemm for 1x1, depthwise, the direct convolution with packed weights,
// convPlain for other types and for weights that are computed.
#include "ir/ops/conv_args.h"
#include "ir/ops/gemm_tile.h"
#include "ir/ops/lowerings.h"
#include "runtime_support/kernels/pack.h"

namespace mcc {
namespace {

// [outChannels][taps][depth] group by group into panels: each group is a transposed matrix.
BufferId packedWeights(Lowering& lowering, const Convolution& conv, const Tensor& weight,
                       std::int64_t width) {
  const Target& target = lowering.target();
  const std::int64_t columns = weight.dim(0) / conv.groups;
  const std::int64_t depth = columns == 0 ? 0 : weight.size() / weight.dim(0);
  const std::int64_t groupFloats = rt::packedGemmFloats(depth, columns, target.lanes);
  Tensor packed(DType::f32, {conv.groups * groupFloats});
  float* out = packed.mutableAs<float>();
  for (std::int64_t g = 0; g < conv.groups; ++g) {
    rt::packGemmB(weight.as<float>() + g * columns * depth, depth, columns, width, target.lanes,
                  true, out + g * groupFloats);
  }
  return lowering.addConstant(std::move(packed), packedWeightName(lowering));
}

void lowerAsGemm(Lowering& lowering, const Convolution& conv, const Tensor& weight) {
  const Dim rows = conv.batch * product(conv.window.out);
  const Arg sizes = Lowering::structure(
      "GemmSizes",
      {Lowering::integer(rows, "rows"), Lowering::integer(conv.outChannels, "columns"),
       Lowering::integer(conv.inChannels, "depth"), Lowering::integer(conv.inChannels, "aStride"),
       Lowering::integer(conv.outChannels, "cStride"), Lowering::integer(0, "start")});
  const BufferId weights =
      packedWeights(lowering, conv, weight, panelWidth(lowering.target(), rows));
  lowering.call("gemm",
                {sizes, lowering.in(0), Lowering::read(weights), lowering.in(2), lowering.out(0),
                 lowering.epilogue(3)},
                {gemmTileText(lowering.target(), rows, conv.outChannels, conv.inChannels)});
}

void lowerDirect(Lowering& lowering, const Convolution& conv, const Tensor& weight) {
  const BufferId weights = packedWeights(lowering, conv, weight, convPanelWidth(lowering.target()));
  const Dim depth = floorDiv(conv.inChannels, conv.groups);
  const BufferId zeros = lowering.scratch(DType::f32, depth);
  const Dim columns = floorDiv(conv.outChannels, conv.groups);
  const Dim pixels = product(conv.window.out), perPixel = product(conv.window.stride) * depth;
  lowering.call("conv",
                {convSizesArg(conv), lowering.in(0), Lowering::read(weights), lowering.in(2),
                 lowering.out(0), Lowering::write(zeros), lowering.epilogue(3)},
                {convTileText(lowering.target(), pixels, perPixel, columns)});
}

void lowerDepthwise(Lowering& lowering, const Convolution& conv, const Tensor& weight) {
  const std::int64_t channels = conv.groups;
  Tensor packed(DType::f32, {weight.size()});
  rt::packDepthwise(weight.as<float>(), channels, weight.size() / channels,
                    packed.mutableAs<float>());
  const BufferId weights = lowering.addConstant(std::move(packed), packedWeightName(lowering));
  const WindowSizes& window = conv.window;
  const std::int64_t kernel = window.kernel[2].constant();
  const std::int64_t stride = window.stride[2].constant();
  if (kernel <= 7 && stride <= 2 && window.dilation[2] == Dim(1) && window.in[0] == Dim(1)) {
    const BufferId zeros = lowering.scratch(DType::f32, lowering.target().lanes);
    lowering.call("depthwise",
                  {depthwiseSizesArg(conv), lowering.in(0), Lowering::read(weights), lowering.in(2),
                   lowering.out(0), Lowering::write(zeros), lowering.epilogue(3)},
                  {depthwiseTileText(lowering.target(), window.out[2], kernel, stride)});
    return;
  }
  lowering.call("depthwiseAny", {depthwiseSizesArg(conv), lowering.in(0), Lowering::read(weights),
                                 lowering.in(2), lowering.out(0), lowering.epilogue(3)});
}

// convPlain reads weights in PyTorch's order: [outChannels][depth][taps].
void lowerPlain(Lowering& lowering, const Convolution& conv) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  if (!lowering.node().regions.empty()) throw InternalError("an epilogue on a plain convolution");
  const Dim depth = lowering.inputType(1).dim(-1);
  const Dim taps = product(conv.window.kernel);
  const BufferId weights = lowering.scratch(dtype, conv.outChannels * depth * taps);
  lowering.call("copyStrided",
                {lowering.in(1), Lowering::list({depth * taps, Dim(1), depth}),
                 Lowering::write(weights), Lowering::list({depth * taps, taps, Dim(1)}),
                 Lowering::list({conv.outChannels, depth, taps})},
                {"3"});
  lowering.call("convPlain",
                {convSizesArg(conv), lowering.in(0), Lowering::read(weights), lowering.in(2),
                 lowering.out(0)},
                {cppType(dtype)});
}

}  // namespace

void lowerConv(Lowering& lowering) {
  if (lowering.node().attributes.has("dtype")) return lowerIntegerConv(lowering);
  const Convolution conv = convolutionOf(lowering);
  const TensorRef weight = lowering.constant(1);
  if (lowering.inputType(0).dtype != DType::f32 || weight == nullptr) {
    return lowerPlain(lowering, conv);
  }
  if (conv.window.isPointwise() && conv.groups == 1 && conv.inChannels.isConstant()) {
    return lowerAsGemm(lowering, conv, *weight);
  }
  if (conv.isDepthwise()) {
    return lowerDepthwise(lowering, conv, *weight);
  }
  lowerDirect(lowering, conv, *weight);
}

}  // namespace mcc
