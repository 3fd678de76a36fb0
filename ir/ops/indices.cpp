// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Positions that come from data.
#include "ir/ops/indices.h"

#include "ir/evaluate.h"
#include "ir/ops/checks.h"
#include "ir/ops/strided.h"

namespace mcc {

std::int64_t checkedPosition(std::int64_t index, std::int64_t size) {
  if (index < -size || index >= size) {
    throw EvaluationFault(EvaluationFault::Kind::index,
                          "index " + std::to_string(index) +
                              " is out of range for a dimension of size " + std::to_string(size));
  }
  return index < 0 ? index + size : index;
}

IndexedShape indexedShape(const OpView& view, const TensorType& x, std::size_t first) {
  if (view.inputs.size() <= first) fail(view, "needs at least one index tensor");
  const std::int64_t axis = axisOf(view, x.rank());
  const auto count = static_cast<std::int64_t>(view.inputs.size() - first);
  if (axis + count > x.rank()) {
    fail(view, std::to_string(count) + " index tensors from dimension " + std::to_string(axis) +
                   " on are too many for " + text(x));
  }
  std::vector<Shape> shapes;
  for (std::size_t i = first; i < view.inputs.size(); ++i) {
    requireIndex(view, i);
    shapes.push_back(view.input(i).shape);
  }
  IndexedShape shape;
  shape.indices = broadcastShapes(shapes, view.assumed);
  shape.result.assign(x.shape.begin(), x.shape.begin() + axis);
  shape.result.insert(shape.result.end(), shape.indices.begin(), shape.indices.end());
  shape.result.insert(shape.result.end(), x.shape.begin() + axis + count, x.shape.end());
  return shape;
}

IndexedBlocks indexedBlocks(const EvalContext& context, const Tensor& x, std::size_t first) {
  const auto axis = static_cast<std::size_t>(context.integer("axis"));
  const std::size_t count = context.inputs.size() - first;
  std::vector<Shape> shapes;
  for (std::size_t i = first; i < context.inputs.size(); ++i) {
    shapes.push_back(context.in(i).type().shape);
  }
  Sizes common;
  for (const Dim& dim : broadcastShapes(shapes)) common.push_back(dim.constant());
  const Sizes strides = stridesOf(x.shape());
  std::vector<std::int64_t> inner(static_cast<std::size_t>(Tensor(DType::u8, common).size()), 0);
  for (std::size_t k = 0; k < count; ++k) {
    const Tensor index = broadcastTo(context.in(first + k), common);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const std::int64_t position =
          checkedPosition(index.integer(static_cast<std::int64_t>(i)), x.shape()[axis + k]);
      inner[i] += position * strides[axis + k];
    }
  }
  IndexedBlocks blocks;
  for (std::size_t d = axis + count; d < x.shape().size(); ++d) blocks.blockSize *= x.shape()[d];
  std::int64_t outer = 1;
  for (std::size_t d = 0; d < axis; ++d) outer *= x.shape()[d];
  for (std::int64_t o = 0; o < outer; ++o) {
    for (const std::int64_t offset : inner) {
      blocks.offsets.push_back(o * (axis == 0 ? 0 : strides[axis - 1]) + offset);
    }
  }
  return blocks;
}

std::vector<std::int64_t> gatheredOffsets(const Tensor& index, const Sizes& shape,
                                          std::int64_t axis) {
  const Sizes strides = stridesOf(shape);
  std::vector<std::int64_t> offsets;
  offsets.reserve(static_cast<std::size_t>(index.size()));
  std::int64_t next = 0;
  forEachIndex(index.shape(), [&](const Sizes& at) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < at.size(); ++d) {
      const bool along = static_cast<std::int64_t>(d) == axis;
      const std::int64_t position = along ? checkedPosition(index.integer(next), shape[d]) : at[d];
      offset += position * strides[d];
    }
    offsets.push_back(offset);
    ++next;
  });
  return offsets;
}

void checkGathered(const OpView& view, const TensorType& x, const TensorType& index,
                   std::int64_t axis) {
  if (index.rank() != x.rank()) fail(view, "the index of " + text(x) + " has shape " + text(index));
  for (std::int64_t d = 0; d < x.rank(); ++d) {
    if (d != axis && !canBeAtLeast(view, x.dim(d), index.dim(d))) {
      fail(view, "the index " + text(index) + " is larger than " + text(x) + " in dimension " +
                     std::to_string(d));
    }
  }
}

}  // namespace mcc
