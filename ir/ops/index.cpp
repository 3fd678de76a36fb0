// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// index: elements (or blocks of trailing dimensions) at positions given by tensors.
#include <cstring>

#include "ir/ops/checks.h"
#include "ir/ops/indices.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

std::vector<TensorType> inferIndex(const OpView& view) {
  const TensorType& x = view.input(0);
  return {{x.dtype, indexedShape(view, x, 1).result, std::nullopt}};
}

void evaluateIndex(EvalContext& context) {
  Tensor result = context.make(0);
  const Tensor& x = context.in(0);
  const IndexedBlocks blocks = indexedBlocks(context, x, 1);
  const std::int64_t width = byteSize(x.dtype());
  const auto bytes = static_cast<std::size_t>(blocks.blockSize * width);
  std::byte* to = result.mutableData();
  for (const std::int64_t offset : blocks.offsets) {
    if (bytes != 0) std::memcpy(to, x.data() + offset * width, bytes);
    to += bytes;
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef indexDef;
const OpDef indexDef = {Op::index, inferIndex, evaluateIndex, lowerIndex};

}  // namespace mcc
