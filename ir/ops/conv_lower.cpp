// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of conv: gemm for 1x1, depthwise, the direct convolution with packed weights,
// convPlain for other types and for weights that are computed.
#include "ir/ops/gemm_tile.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/window_args.h"
#include "runtime_support/kernels/pack.h"

namespace mcc {
namespace {

struct Convolution {
  WindowSizes window;
  Dim batch, inChannels, outChannels, pixels = 1;  // output pixels of one image
  std::int64_t groups = 1;
  Dim taps = 1;
};

Convolution convolutionOf(const Lowering& lowering) {
  const TensorType& x = lowering.inputType(0);
  const TensorType& weight = lowering.inputType(1);
  Convolution conv;
  conv.window = windowOf(lowering, {weight.shape.begin() + 1, weight.shape.end() - 1});
  conv.batch = x.dim(0);
  conv.inChannels = x.dim(-1);
  conv.outChannels = weight.dim(0);
  conv.groups = lowering.node().attributes.integer("groups");
  for (const Dim& size : conv.window.out) conv.pixels = conv.pixels * size;
  for (const Dim& size : conv.window.kernel) conv.taps = conv.taps * size;
  return conv;
}

Arg sizesOf(const Convolution& conv) {
  return Lowering::structure(
      "ConvSizes",
      {windowArg(conv.window), Lowering::integer(conv.batch, "batch"),
       Lowering::integer(conv.inChannels, "inChannels"),
       Lowering::integer(conv.outChannels, "outChannels"), Lowering::integer(conv.groups, "groups"),
       Lowering::integer(conv.inChannels, "inPixel"),
       Lowering::integer(conv.outChannels, "outPixel")});
}

std::string weightName(const Lowering& lowering) {
  return lowering.graph()[lowering.node().inputs[1]].name + "_packed";
}

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
    rt::packGemmB(weight.as<float>() + g * columns * depth, depth, columns, width,
                  target.lanes, true, out + g * groupFloats);
  }
  return lowering.addConstant(std::move(packed), weightName(lowering));
}

void lowerAsGemm(Lowering& lowering, const Convolution& conv, const Tensor& weight) {
  const Dim rows = conv.batch * conv.pixels;
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
  lowering.call("conv",
                {sizesOf(conv), lowering.in(0), Lowering::read(weights), lowering.in(2),
                 lowering.out(0), Lowering::write(zeros), lowering.epilogue(3)},
                {convTileText(lowering.target(), floorDiv(conv.outChannels, conv.groups))});
}

Arg depthwiseSizesOf(const Convolution& conv) {
  return Lowering::structure("DepthwiseSizes",
                             {windowArg(conv.window), Lowering::integer(conv.batch, "batch"),
                              Lowering::integer(conv.inChannels, "channels"),
                              Lowering::integer(conv.inChannels, "inPixel"),
                              Lowering::integer(conv.outChannels, "outPixel")});
}

void lowerDepthwise(Lowering& lowering, const Convolution& conv, const Tensor& weight) {
  const std::int64_t channels = conv.groups;
  Tensor packed(DType::f32, {weight.size()});
  rt::packDepthwise(weight.as<float>(), channels, weight.size() / channels,
                    packed.mutableAs<float>());
  const BufferId weights = lowering.addConstant(std::move(packed), weightName(lowering));
  const WindowSizes& window = conv.window;
  const std::int64_t kernel = window.kernel[2].constant();
  const std::int64_t stride = window.stride[2].constant();
  if (kernel <= 7 && stride <= 2 && window.dilation[2] == Dim(1) && window.in[0] == Dim(1)) {
    const BufferId zeros = lowering.scratch(DType::f32, lowering.target().lanes);
    lowering.call("depthwise",
                  {depthwiseSizesOf(conv), lowering.in(0), Lowering::read(weights), lowering.in(2),
                   lowering.out(0), Lowering::write(zeros), lowering.epilogue(3)},
                  {depthwiseTileText(lowering.target(), window.out[2], kernel, stride)});
    return;
  }
  lowering.call("depthwiseAny", {depthwiseSizesOf(conv), lowering.in(0), Lowering::read(weights),
                                 lowering.in(2), lowering.out(0), lowering.epilogue(3)});
}

// convPlain reads weights in PyTorch's order: [outChannels][depth][taps].
void lowerPlain(Lowering& lowering, const Convolution& conv) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  if (!lowering.node().regions.empty()) throw InternalError("an epilogue on a plain convolution");
  const Dim depth = lowering.inputType(1).dim(-1);
  const BufferId weights = lowering.scratch(dtype, conv.outChannels * depth * conv.taps);
  lowering.call("copyStrided",
                {lowering.in(1), Lowering::list({depth * conv.taps, Dim(1), depth}),
                 Lowering::write(weights), Lowering::list({depth * conv.taps, conv.taps, Dim(1)}),
                 Lowering::list({conv.outChannels, depth, conv.taps})},
                {"3"});
  lowering.call(
      "convPlain",
      {sizesOf(conv), lowering.in(0), Lowering::read(weights), lowering.in(2), lowering.out(0)},
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
  if (Dim(conv.groups) == conv.inChannels && conv.inChannels == conv.outChannels) {
    return lowerDepthwise(lowering, conv, *weight);
  }
  lowerDirect(lowering, conv, *weight);
}

}  // namespace mcc
