// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unique: distinct elements (or runs of equal ones), where each element went, how many there are.
#include <algorithm>
#include <numeric>

#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

std::vector<TensorType> inferUnique(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  if (x.rank() != 1) fail(view, "takes one dimension, not " + text(x));
  if (isComplex(x.dtype)) fail(view, "complex numbers have no order");
  view.attributes().boolean("sorted");
  view.attributes().boolean("consecutive");
  const Dim count = Dim::symbol(view.attributes().string("symbol"));
  return {{x.dtype, {count}, std::nullopt},
          {DType::i64, x.shape, std::nullopt},
          {DType::i64, {count}, std::nullopt}};
}

template <class V>
void evaluateAs(EvalContext& context) {
  const Tensor& x = context.in(0);
  const std::vector<V> values = valuesOf<V>(x);
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!context.node.attributes.boolean("consecutive")) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return lessWithNan(values[a], values[b]);
    });
  }
  std::vector<V> distinct;
  std::vector<std::int64_t> inverse(values.size()), counts;
  for (const std::size_t i : order) {
    if (distinct.empty() || distinct.back() != values[i]) {  // every NaN is one of its own
      distinct.push_back(values[i]);
      counts.push_back(0);
    }
    ++counts.back();
    inverse[i] = static_cast<std::int64_t>(distinct.size()) - 1;
  }
  const auto count = static_cast<std::int64_t>(distinct.size());
  context.bindings[context.node.attributes.string("symbol")] = count;
  context.results = {tensorOf<V>(x.dtype(), {count}, distinct),
                     tensorOf<std::int64_t>(DType::i64, x.shape(), inverse),
                     tensorOf<std::int64_t>(DType::i64, {count}, counts)};
}

void evaluateUnique(EvalContext& context) {
  if (isFloat(context.in(0).dtype())) return evaluateAs<double>(context);
  evaluateAs<std::int64_t>(context);
}

}  // namespace

extern const OpDef uniqueDef;
const OpDef uniqueDef = {Op::unique, inferUnique, evaluateUnique, lowerUnique};

}  // namespace mcc
