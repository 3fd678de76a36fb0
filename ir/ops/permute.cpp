// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// permute: dimensions in another order.
#include "ir/ops/checks.h"
#include "ir/ops/strided.h"

namespace mcc {
namespace {

std::vector<TensorType> inferPermute(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  const std::vector<std::int64_t> axes = view.attributes().integers("axes");
  std::vector<bool> seen(x.shape.size(), false);
  Shape shape;
  for (const std::int64_t axis : axes) {
    if (axis < 0 || axis >= x.rank() || seen[static_cast<std::size_t>(axis)]) {
      fail(view,
           text(view.attributes().dims("axes")) + " is no order of the dimensions of " + text(x));
    }
    seen[static_cast<std::size_t>(axis)] = true;
    shape.push_back(x.dim(axis));
  }
  if (shape.size() != x.shape.size()) {
    fail(view, std::to_string(axes.size()) + " axes given for " + text(x));
  }
  return {{x.dtype, shape, std::nullopt}};
}

void evaluatePermute(EvalContext& context) {
  const Sizes strides = stridesOf(context.in(0).shape());
  Layout read;
  for (const std::int64_t axis : context.integers("axes")) {
    read.strides.push_back(strides[static_cast<std::size_t>(axis)]);
  }
  context.results = {readStrided(context.in(0), context.shapeOf(0), read)};
}

}  // namespace

extern const OpDef permuteDef;
const OpDef permuteDef = {Op::permute, inferPermute, evaluatePermute};

}  // namespace mcc
