// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What index, index_put, gather and scatter share: checked positions.
#pragma once
#include <vector>

#include "ir/op_def.h"

namespace mcc {

// Position in [0, size) from one that counts from the end when negative; EvaluationFault when it
// is out of range.
std::int64_t checkedPosition(std::int64_t index, std::int64_t size);

// Index tensors (operands first .. first + count - 1) meet in one shape: the shape they broadcast
// to, and the result's shape when they index dimensions axis, axis + 1, ... of `x`.
struct IndexedShape {
  Shape indices, result;
};
IndexedShape indexedShape(const OpView& view, const TensorType& x, std::size_t first);

// The same, evaluated. For n in [0, blocks): block n of the indexed result, `blockSize` elements,
// is x's elements from offsets[n] on.
struct IndexedBlocks {
  std::vector<std::int64_t> offsets;
  std::int64_t blockSize = 1;
};
IndexedBlocks indexedBlocks(const EvalContext& context, const Tensor& x, std::size_t first);

// For gather and scatter: flat offset into x (of shape `shape`) of every element of `index` along
// `axis`.
std::vector<std::int64_t> gatheredOffsets(const Tensor& index, const Sizes& shape,
                                          std::int64_t axis);

// Error unless `index` has x's rank and is nowhere larger than x outside `axis`.
void checkGathered(const OpView& view, const TensorType& x, const TensorType& index,
                   std::int64_t axis);

}  // namespace mcc
