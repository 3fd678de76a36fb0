// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// index_put: elements at positions given by tensors are replaced or increased.
#include <cstring>

#include "ir/ops/checks.h"
#include "ir/ops/indices.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

std::vector<TensorType> inferIndexPut(const OpView& view) {
  requireCount(view, 3, SIZE_MAX);
  requireSameDType(view, 0, 1);
  const TensorType& x = view.input(0);
  requireShape(view, 1, indexedShape(view, x, 2).result);
  view.attributes().boolean("accumulate");
  return {{x.dtype, x.shape, std::nullopt}};
}

template <class V>
void add(Tensor& result, const Tensor& values, const IndexedBlocks& blocks) {
  const auto size = static_cast<std::size_t>(blocks.blockSize);
  std::vector<V> sums(size), added(size);
  std::int64_t next = 0;
  for (const std::int64_t offset : blocks.offsets) {
    loadValues<V>(result, offset, blocks.blockSize, sums.data());
    loadValues<V>(values, next, blocks.blockSize, added.data());
    for (std::size_t i = 0; i < size; ++i) sums[i] = addValues(sums[i], added[i]);
    storeValues<V>(result, offset, blocks.blockSize, sums.data());
    next += blocks.blockSize;
  }
}

void evaluateIndexPut(EvalContext& context) {
  Tensor result = context.in(0);
  const Tensor& values = context.in(1);
  const IndexedBlocks blocks = indexedBlocks(context, result, 2);
  if (context.node.attributes.boolean("accumulate")) {
    withValueType(result.dtype(), [&](auto tag) { add<decltype(tag)>(result, values, blocks); });
  } else if (values.size() != 0) {
    const std::int64_t width = byteSize(result.dtype());
    const std::int64_t bytes = blocks.blockSize * width;
    std::byte* to = result.mutableData();
    const std::byte* from = values.data();
    for (const std::int64_t offset : blocks.offsets) {
      std::memcpy(to + offset * width, from, static_cast<std::size_t>(bytes));
      from += bytes;
    }
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef index_putDef;
const OpDef index_putDef = {Op::index_put, inferIndexPut, evaluateIndexPut, lowerIndexPut};

}  // namespace mcc
