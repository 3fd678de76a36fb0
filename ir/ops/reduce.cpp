// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes and index maps of reductions.
#include "ir/ops/reduce.h"

namespace mcc {

TensorType inferReduced(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  std::vector<bool> reduced(x.shape.size(), false);
  std::int64_t previous = -1;
  for (const std::int64_t axis : view.attributes().integers("axes")) {
    if (axis <= previous || axis >= x.rank()) {
      fail(view, "dimensions " + text(view.attributes().dims("axes")) +
                     " don't name dimensions of " + text(x) + " in order");
    }
    previous = axis;
    reduced[static_cast<std::size_t>(axis)] = true;
  }
  TensorType result{x.dtype, {}, std::nullopt};
  for (std::size_t d = 0; d < reduced.size(); ++d) {
    if (!reduced[d]) result.shape.push_back(x.shape[d]);
  }
  return result;
}

void requireNonEmpty(const OpView& view) {
  const TensorType& x = view.input(0);
  for (const std::int64_t axis : view.attributes().integers("axes")) {
    if (x.dim(axis) == Dim(0)) fail(view, "nothing to reduce: " + text(x) + " is empty");
  }
}

std::vector<std::int64_t> reducedIndices(const Sizes& shape, const Sizes& axes) {
  Sizes strides(shape.size(), 1);
  for (const std::int64_t axis : axes) strides[static_cast<std::size_t>(axis)] = 0;
  std::int64_t count = 1, stride = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    count *= shape[d];
    if (strides[d] == 0) continue;
    strides[d] = stride;
    stride *= shape[d];
  }
  std::vector<std::int64_t> indices;
  indices.reserve(static_cast<std::size_t>(count));
  forEachIndex(shape, [&](const Sizes& index) {
    std::int64_t target = 0;
    for (std::size_t d = 0; d < index.size(); ++d) target += index[d] * strides[d];
    indices.push_back(target);
  });
  return indices;
}

}  // namespace mcc
