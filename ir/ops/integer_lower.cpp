// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of conv and matmul over small integers.
#include <algorithm>

#include "ir/diagnostics.h"
#include "ir/ops/gemm_tile.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/window_args.h"
#include "runtime_support/kernels/pack.h"

namespace mcc {
namespace {

Arg zeroOf(const Lowering& lowering) {
  const Attributes& attributes = lowering.node().attributes;
  return Lowering::integer(attributes.has("zero_point") ? attributes.dim("zero_point") : Dim(0),
                           "zero");
}

void requireSums(const Lowering& lowering) {
  const DType dtype = lowering.node().attributes.dtype("dtype");
  if (dtype == DType::i32) return;
  throw Error(std::string("no kernel for integer products summed in ") + name(dtype));
}

// The epilogue of a product; `KeepSum{}` when there is none.
Arg epilogueOf(Lowering& lowering) {
  return lowering.node().regions.empty() ? Lowering::text("KeepSum{}") : lowering.epilogue(3);
}

Arg gemmSizes(const Dim& rows, const Dim& columns, const Dim& depth) {
  return Lowering::structure(
      "GemmSizes", {Lowering::integer(rows, "rows"), Lowering::integer(columns, "columns"),
                    Lowering::integer(depth, "depth"), Lowering::integer(depth, "aStride"),
                    Lowering::integer(columns, "cStride"), Lowering::integer(0, "start")});
}

Arg convSizes(const Lowering& lowering, const WindowSizes& window, std::int64_t groups) {
  const TensorType& x = lowering.inputType(0);
  const Dim& outChannels = lowering.inputType(1).dim(0);
  return Lowering::structure(
      "ConvSizes",
      {windowArg(window), Lowering::integer(x.dim(0), "batch"),
       Lowering::integer(x.dim(-1), "inChannels"), Lowering::integer(outChannels, "outChannels"),
       Lowering::integer(groups, "groups"), Lowering::integer(x.dim(-1), "inPixel"),
       Lowering::integer(outChannels, "outPixel")});
}

// Constant operand 1 of a product by tiles: per group a matrix whose element (k, j) is at
// k * kStride + j * jStride.
struct PackedShape {
  std::int64_t groups, depth, columns, kStride, jStride;
};

// Operand 1 as [batch][columns][depth], transposed into scratch when it is [depth][columns].
BufferId columnsFirst(Lowering& lowering, const Dim& batch, const Dim& depth, const Dim& columns) {
  if (lowering.node().attributes.boolean("transpose_b")) return lowering.input(1);
  const Dim plane = depth * columns;
  const BufferId scratch = lowering.scratch(lowering.inputType(1).dtype, batch * plane);
  lowering.call("copyStrided",
                {lowering.in(1), Lowering::list({plane, Dim(1), columns}), Lowering::write(scratch),
                 Lowering::list({plane, depth, Dim(1)}), Lowering::list({batch, columns, depth})},
                {"3"});
  return scratch;
}

template <class T>
Tensor packPanels(const Lowering& lowering, const Tensor& b, const PackedShape& shape) {
  const Target& target = lowering.target();
  const TileShape& tile = lowering.kernel()->tile;
  const std::int64_t perGroup =
      rt::packedIntegers(shape.depth, shape.columns, target.lanes, tile.depth);
  Tensor packed(b.dtype(), {shape.groups * perGroup});
  for (std::int64_t g = 0; g < shape.groups; ++g) {
    rt::packIntegers(b.as<T>() + g * shape.columns * shape.depth, shape.depth, shape.columns,
                     shape.kStride, shape.jStride, target.lanes * tile.vectors, target.lanes,
                     tile.depth, packed.mutableAs<T>() + g * perGroup);
  }
  return packed;
}

// A product by tiles, with the kernel that the target's table names.
void callTiled(Lowering& lowering, const std::string& driver, const Arg& sizes, const Dim& rows,
               const PackedShape& shape) {
  const KernelRow& row = *lowering.kernel();
  const Tensor& b = *lowering.constant(1);
  const std::string name = lowering.graph()[lowering.node().inputs[1]].name + "_packed";
  const BufferId weights =
      lowering.addConstant(b.dtype() == DType::u8 ? packPanels<std::uint8_t>(lowering, b, shape)
                                                  : packPanels<std::int8_t>(lowering, b, shape),
                           name);
  const std::int64_t steps = (shape.depth + row.tile.depth - 1) / row.tile.depth;
  const std::int64_t widened =
      rows.isConstant() ? std::min(rows.constant(), row.tile.rows) : row.tile.rows;
  const BufferId scratch = lowering.scratch(DType::i16, widened * steps * row.tile.depth);
  lowering.call(driver,
                {sizes, zeroOf(lowering), lowering.in(0), Lowering::read(weights), lowering.in(2),
                 lowering.out(0), Lowering::write(scratch), epilogueOf(lowering)},
                {row.kernel, integerTileText(lowering.target(), row.tile, rows, shape.columns)});
}

bool isDepthwise(const Lowering& lowering, std::int64_t groups) {
  const Dim& channels = lowering.inputType(0).shape.back();
  return Dim(groups) == channels && channels == lowering.inputType(1).dim(0);
}

// One filter per channel: [channels][taps] becomes [taps][channels].
void lowerDepthwiseInteger(Lowering& lowering, const WindowSizes& window) {
  const TensorRef weight = lowering.constant(1);
  if (weight == nullptr) throw Error("no kernel for depthwise integer weights that are computed");
  const std::int64_t channels = weight->dim(0);
  const std::int64_t taps = weight->size() / channels;
  Tensor packed(weight->dtype(), {weight->size()});
  for (std::int64_t i = 0; i < weight->size(); ++i) {
    packed.setInteger(i % taps * channels + i / taps, weight->integer(i));
  }
  const std::string name = lowering.graph()[lowering.node().inputs[1]].name + "_packed";
  const BufferId weights = lowering.addConstant(std::move(packed), name);
  lowering.call(
      "depthwiseInteger",
      {Lowering::structure(
           "DepthwiseSizes",
           {windowArg(window), Lowering::integer(lowering.inputType(0).dim(0), "batch"),
            Lowering::integer(channels, "channels"), Lowering::integer(channels, "inPixel"),
            Lowering::integer(channels, "outPixel")}),
       zeroOf(lowering), lowering.in(0), Lowering::read(weights), lowering.in(2), lowering.out(0),
       epilogueOf(lowering)});
}

}  // namespace

void lowerIntegerMatmul(Lowering& lowering) {
  requireSums(lowering);
  const TensorType& a = lowering.inputType(0);
  const TensorType& b = lowering.inputType(1);
  const bool transposed = lowering.node().attributes.boolean("transpose_b");
  const bool shared = b.rank() == 2;
  const Dim depth = a.dim(-1), columns = b.dim(transposed ? -2 : -1);
  Dim batch = 1, rows = a.dim(-2);
  for (std::int64_t d = 0; d + 2 < a.rank(); ++d) batch = batch * a.dim(d);
  if (lowering.kernel() != nullptr) {
    const std::int64_t k = depth.constant(), j = columns.constant();
    return callTiled(lowering, "gemmIntegerTiled", gemmSizes(rows * batch, columns, depth),
                     rows * batch, {1, k, j, transposed ? 1 : j, transposed ? k : 1});
  }
  const BufferId weights = columnsFirst(lowering, shared ? Dim(1) : batch, depth, columns);
  if (shared) {  // one tall product
    lowering.call("gemmInteger",
                  {gemmSizes(rows * batch, columns, depth), zeroOf(lowering), lowering.in(0),
                   Lowering::read(weights), lowering.in(2), lowering.out(0), epilogueOf(lowering)});
    return;
  }
  const Arg strides = Lowering::structure(
      "GemmBatch", {Lowering::integer(batch, "count"), Lowering::integer(rows * depth, "aStride"),
                    Lowering::integer(depth * columns, "bStride"),
                    Lowering::integer(rows * columns, "cStride")});
  lowering.call("gemmIntegerBatch",
                {strides, gemmSizes(rows, columns, depth), zeroOf(lowering), lowering.in(0),
                 Lowering::read(weights), lowering.in(2), lowering.out(0), epilogueOf(lowering)});
}

void lowerIntegerConv(Lowering& lowering) {
  requireSums(lowering);
  const TensorType& x = lowering.inputType(0);
  const TensorType& weight = lowering.inputType(1);
  const WindowSizes window = windowOf(lowering, {weight.shape.begin() + 1, weight.shape.end() - 1});
  const std::int64_t groups = lowering.node().attributes.integer("groups");
  if (isDepthwise(lowering, groups)) return lowerDepthwiseInteger(lowering, window);
  const bool isMatmul = window.isPointwise() && groups == 1;
  const Dim pixels = x.dim(0) * product(window.out);
  const Arg sizes = isMatmul ? gemmSizes(pixels, weight.dim(0), x.dim(-1))
                             : convSizes(lowering, window, groups);
  if (lowering.kernel() != nullptr) {
    const std::int64_t columns = weight.dim(0).constant() / groups;
    const std::int64_t depth = lowering.constant(1)->size() / (columns * groups);
    return callTiled(lowering, isMatmul ? "gemmIntegerTiled" : "convIntegerTiled", sizes, pixels,
                     {groups, depth, columns, 1, depth});
  }
  lowering.call(isMatmul ? "gemmInteger" : "convInteger",
                {sizes, zeroOf(lowering), lowering.in(0), lowering.in(1), lowering.in(2),
                 lowering.out(0), epilogueOf(lowering)});
}

}  // namespace mcc
