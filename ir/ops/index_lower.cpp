// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of index and index_put. Several index tensors are first made one: positions in the
// dimensions they index, taken together.
#include "ir/ops/indices.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

// Operands [first, end of inputs) index dimensions axis, axis + 1, ... of `shape`.
struct Indexed {
  const Shape& shape;
  std::size_t axis, first, count;
};

Indexed indexedOf(const Lowering& lowering, std::size_t first) {
  const auto axis = static_cast<std::size_t>(lowering.node().attributes.integer("axis"));
  return {lowering.inputType(0).shape, axis, first, lowering.node().inputs.size() - first};
}

Dim productOf(const Shape& shape, std::size_t begin, std::size_t end) {
  Dim total = 1;
  for (std::size_t d = begin; d < end; ++d) total = total * shape[d];
  return total;
}

Shape commonShape(const Lowering& lowering, const Indexed& indexed) {
  std::vector<Shape> shapes;
  for (std::size_t k = 0; k < indexed.count; ++k) {
    shapes.push_back(lowering.inputType(indexed.first + k).shape);
  }
  return broadcastShapes(shapes);
}

Arg sizesOf(const Indexed& indexed, const Dim& positions) {
  const std::size_t end = indexed.axis + indexed.count;
  return Lowering::structure(
      "IndexSizes",
      {Lowering::integer(productOf(indexed.shape, 0, indexed.axis), "outer"),
       Lowering::integer(productOf(indexed.shape, indexed.axis, end), "count"),
       Lowering::integer(productOf(indexed.shape, end, indexed.shape.size()), "inner"),
       Lowering::integer(positions, "positions")});
}

// Strides of an index tensor in the common shape, which has a dimension more in front.
std::vector<Dim> broadcastStrides(const Shape& shape, std::size_t rank) {
  std::vector<Dim> strides(rank, Dim(0));
  Dim stride = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    if (shape[d] != Dim(1)) strides[d + rank - shape.size()] = stride;
    stride = stride * shape[d];
  }
  return strides;
}

// The positions as one dense buffer.
Arg positionsOf(Lowering& lowering, const Indexed& indexed, const Shape& common) {
  if (indexed.count == 1) return lowering.in(indexed.first);
  const Dim total = product(common);
  const BufferId positions = lowering.scratch(DType::i64, total);
  lowering.call("fill", {Lowering::write(positions), Lowering::integer(total),
                         Lowering::literal(0, DType::i64)});
  Shape sizes = common;
  sizes.insert(sizes.begin(), Dim(1));  // never rank 0
  for (std::size_t k = 0; k < indexed.count; ++k) {
    const Shape& shape = lowering.inputType(indexed.first + k).shape;
    lowering.call("flattenIndex",
                  {Lowering::list(sizes), lowering.in(indexed.first + k),
                   Lowering::list(broadcastStrides(shape, sizes.size())),
                   Lowering::integer(indexed.shape[indexed.axis + k]), Lowering::write(positions)},
                  {std::to_string(sizes.size())}, "index");
  }
  return Lowering::read(positions);
}

}  // namespace

void lowerIndex(Lowering& lowering) {
  const Indexed indexed = indexedOf(lowering, 1);
  const Shape common = commonShape(lowering, indexed);
  const Arg positions = positionsOf(lowering, indexed, common);
  lowering.call("takeBlocks",
                {sizesOf(indexed, product(common)), lowering.in(0), positions,
                 Lowering::write(lowering.result(0))},
                {}, "index");
}

void lowerIndexPut(Lowering& lowering) {
  const Indexed indexed = indexedOf(lowering, 2);
  const DType dtype = lowering.inputType(0).dtype;
  const bool accumulate = lowering.node().attributes.boolean("accumulate");
  const Shape common = commonShape(lowering, indexed);
  const Arg result = Lowering::write(lowering.result(0));
  const Arg positions = positionsOf(lowering, indexed, common);
  lowering.mayRunInPlace(0, 0);
  lowering.call("copy", {lowering.in(0), result,
                         Lowering::integer(lowering.inputType(0).elementCount())});
  lowering.call("putBlocks", {sizesOf(indexed, product(common)), lowering.in(1), positions, result},
                {combination(accumulate ? "add" : "set", dtype)}, "index");
}

}  // namespace mcc
