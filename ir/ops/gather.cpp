// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather: along one dimension, elements at positions given for every result.
#include <cstring>

#include "ir/ops/checks.h"
#include "ir/ops/indices.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

std::vector<TensorType> inferGather(const OpView& view) {
  requireCount(view, 2, 2);
  requireIndex(view, 1);
  const TensorType& x = view.input(0);
  const TensorType& index = view.input(1);
  checkGathered(view, x, index, axisOf(view, x.rank()));
  return {{x.dtype, index.shape, std::nullopt}};
}

void evaluateGather(EvalContext& context) {
  Tensor result = context.make(0);
  const Tensor& x = context.in(0);
  const std::int64_t width = byteSize(x.dtype());
  std::byte* to = result.mutableData();
  for (const std::int64_t offset :
       gatheredOffsets(context.in(1), x.shape(), context.integer("axis"))) {
    std::memcpy(to, x.data() + offset * width, static_cast<std::size_t>(width));
    to += width;
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef gatherDef;
const OpDef gatherDef = {Op::gather, inferGather, evaluateGather, lowerGather};

}  // namespace mcc
