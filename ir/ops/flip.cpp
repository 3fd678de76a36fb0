// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flip: dimensions reversed.
#include "ir/ops/checks.h"
#include "ir/ops/strided.h"

namespace mcc {
namespace {

std::vector<TensorType> inferFlip(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  std::vector<bool> seen(x.shape.size(), false);
  for (const std::int64_t axis : view.attributes().integers("axes")) {
    if (axis < 0 || axis >= x.rank() || seen[static_cast<std::size_t>(axis)]) {
      fail(view, "dimension " + std::to_string(axis) + " of " + text(x) + " is named twice or " +
                     "out of range");
    }
    seen[static_cast<std::size_t>(axis)] = true;
  }
  return {{x.dtype, x.shape, std::nullopt}};
}

void evaluateFlip(EvalContext& context) {
  const Tensor& x = context.in(0);
  Layout read{0, stridesOf(x.shape())};
  for (const std::int64_t axis : context.integers("axes")) {
    const auto d = static_cast<std::size_t>(axis);
    read.offset += (x.shape()[d] - 1) * read.strides[d];
    read.strides[d] = -read.strides[d];
  }
  context.results = {readStrided(x, x.shape(), read)};
}

}  // namespace

extern const OpDef flipDef;
const OpDef flipDef = {Op::flip, inferFlip, evaluateFlip};

}  // namespace mcc
