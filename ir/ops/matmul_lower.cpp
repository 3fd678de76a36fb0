// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of matmul: gemm with weights packed now, gemmBatch on computed operands, gemmPlain
// for types without vectors.
#include "ir/ops/gemm_tile.h"
#include "ir/ops/lowerings.h"
#include "runtime_support/kernels/pack.h"

namespace mcc {
namespace {

// One product: sizes, and what the leading dimensions make of it.
struct Product {
  Dim batch = 1, rows, columns, depth;
  bool transposed = false;  // b is [columns, depth]
  bool shared = false;      // b has no batch
};

Product productOf(const Lowering& lowering) {
  const TensorType& a = lowering.inputType(0);
  const TensorType& b = lowering.inputType(1);
  Product product;
  product.transposed = lowering.node().attributes.boolean("transpose_b");
  product.rows = a.dim(-2);
  product.depth = a.dim(-1);
  product.columns = b.dim(product.transposed ? -2 : -1);
  product.shared = b.rank() == 2;
  for (std::int64_t d = 0; d + 2 < a.rank(); ++d) product.batch = product.batch * a.dim(d);
  if (product.shared) {  // one tall product
    product.rows = product.rows * product.batch;
    product.batch = 1;
  }
  return product;
}

Arg sizesOf(const Product& product) {
  return Lowering::structure(
      "GemmSizes",
      {Lowering::integer(product.rows, "rows"), Lowering::integer(product.columns, "columns"),
       Lowering::integer(product.depth, "depth"), Lowering::integer(product.depth, "aStride"),
       Lowering::integer(product.columns, "cStride"), Lowering::integer(0, "start")});
}

Arg batchOf(const Product& product) {
  return Lowering::structure(
      "GemmBatch",
      {Lowering::integer(product.batch, "count"),
       Lowering::integer(product.rows * product.depth, "aStride"),
       Lowering::integer(product.shared ? Dim(0) : product.depth * product.columns, "bStride"),
       Lowering::integer(product.rows * product.columns, "cStride")});
}

void lowerPacked(Lowering& lowering, const Product& product, const Tensor& b) {
  const Target& target = lowering.target();
  const std::int64_t depth = product.depth.constant(), columns = product.columns.constant();
  Tensor packed(DType::f32, {rt::packedGemmFloats(depth, columns, target.lanes)});
  rt::packGemmB(b.as<float>(), depth, columns, panelWidth(target, product.rows), target.lanes,
                product.transposed, packed.mutableAs<float>());
  const ValueId value = lowering.node().inputs[1];
  const BufferId weights =
      lowering.addConstant(std::move(packed), lowering.graph()[value].name + "_packed");
  lowering.call("gemm",
                {sizesOf(product), lowering.in(0), Lowering::read(weights), lowering.in(2),
                 lowering.out(0), lowering.epilogue(3)},
                {gemmTileText(target, product.rows, product.columns, product.depth)});
}

// b as [batch][depth][columns], transposed into scratch when it is not.
BufferId rowMajorB(Lowering& lowering, const Product& product) {
  if (!product.transposed) return lowering.input(1);
  const Dim batch = product.shared ? Dim(1) : product.batch;
  const Dim plane = product.depth * product.columns;
  const BufferId scratch = lowering.scratch(lowering.inputType(1).dtype, batch * plane);
  lowering.call("copyStrided",
                {lowering.in(1), Lowering::list({plane, Dim(1), product.depth}),
                 Lowering::write(scratch), Lowering::list({plane, product.columns, Dim(1)}),
                 Lowering::list({batch, product.depth, product.columns})},
                {"3"});
  return scratch;
}

void lowerComputed(Lowering& lowering, const Product& product) {
  const BufferId b = rowMajorB(lowering, product);
  lowering.call("gemmBatch",
                {batchOf(product), sizesOf(product), lowering.in(0), Lowering::read(b),
                 Lowering::integer(product.columns, "bRowStride"), lowering.in(2), lowering.out(0),
                 lowering.epilogue(3)},
                {gemmTileText(lowering.target(), product.rows, product.columns, product.depth)});
}

void lowerPlain(Lowering& lowering, const Product& product) {
  requireKernelType(lowering.inputType(0).dtype);
  const bool transposed = product.transposed;
  const Arg sizes = Lowering::structure(
      "PlainGemmSizes",
      {Lowering::integer(product.rows, "rows"), Lowering::integer(product.columns, "columns"),
       Lowering::integer(product.depth, "depth"), Lowering::integer(product.depth, "aRow"),
       Lowering::integer(1, "aColumn"),
       Lowering::integer(transposed ? Dim(1) : product.columns, "bRow"),
       Lowering::integer(transposed ? product.depth : Dim(1), "bColumn"),
       Lowering::integer(product.columns, "cRow")});
  lowering.call(
      "gemmPlainBatch",
      {batchOf(product), sizes, lowering.in(0), lowering.in(1), lowering.in(2), lowering.out(0)},
      {cppType(lowering.inputType(0).dtype)});
}

}  // namespace

void lowerMatmul(Lowering& lowering) {
  if (lowering.node().attributes.has("dtype")) return lowerIntegerMatmul(lowering);
  const Product product = productOf(lowering);
  const TensorRef b = lowering.constant(1);
  if (lowering.inputType(0).dtype != DType::f32) return lowerPlain(lowering, product);
  if (b != nullptr && product.shared && product.depth.isConstant()) {
    return lowerPacked(lowering, product, *b);
  }
  lowerComputed(lowering, product);
}

}  // namespace mcc
