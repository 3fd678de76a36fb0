// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the reduce_* operators share: the shape rule and the walk over the elements.
#pragma once
#include <string>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/op_def.h"
#include "ir/ops/checks.h"
#include "ir/ops/values.h"

namespace mcc {

// The operand's type without the dimensions named by attribute `axes`.
TensorType inferReduced(const OpView& view);
// Error when a reduced dimension is known to be empty.
void requireNonEmpty(const OpView& view);

// For every element of a tensor of `shape`, in row-major order: the flat index of the result it is
// reduced into.
std::vector<std::int64_t> reducedIndices(const Sizes& shape, const Sizes& axes);

// Reduces operand 0 with `combine`, every result starting from `initial`.
template <class V, class Combine>
void reduceFrom(EvalContext& context, V initial, Combine combine) {
  Tensor result = context.make(0);
  const Tensor& x = context.in(0);
  std::vector<V> sums(static_cast<std::size_t>(result.size()), initial);
  const std::vector<V> values = valuesOf<V>(x);
  const std::vector<std::int64_t> targets = reducedIndices(x.shape(), context.integers("axes"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    V& sum = sums[static_cast<std::size_t>(targets[i])];
    sum = combine(sum, values[i]);
  }
  storeValues<V>(result, 0, result.size(), sums.data());
  context.results = {std::move(result)};
}

// The same without an initial value: the first element of each result stands for itself.
template <class V, class Combine>
void reduceNonEmpty(EvalContext& context, Combine combine) {
  Tensor result = context.make(0);
  const Tensor& x = context.in(0);
  if (x.size() == 0 && result.size() != 0) {
    throw Error(std::string(name(context.node.op)) + ": nothing to reduce in an empty tensor");
  }
  std::vector<V> bests(static_cast<std::size_t>(result.size()));
  std::vector<bool> seen(bests.size(), false);
  const std::vector<V> values = valuesOf<V>(x);
  const std::vector<std::int64_t> targets = reducedIndices(x.shape(), context.integers("axes"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = static_cast<std::size_t>(targets[i]);
    bests[at] = seen[at] ? combine(bests[at], values[i]) : values[i];
    seen[at] = true;
  }
  storeValues<V>(result, 0, result.size(), bests.data());
  context.results = {std::move(result)};
}

}  // namespace mcc
