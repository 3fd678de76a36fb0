// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// searchsorted: where values would be inserted into sorted rows.
#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

std::vector<TensorType> inferSearchsorted(const OpView& view) {
  requireCount(view, 2, 2);
  requireSameDType(view, 0, 1);
  const TensorType& sorted = view.input(0);
  const TensorType& values = view.input(1);
  view.attributes().boolean("right");
  if (isComplex(sorted.dtype)) fail(view, "complex numbers have no order");
  if (sorted.rank() == 0) fail(view, "the sorted sequence has no dimension");
  if (sorted.rank() != 1) {  // one row shared by all values, or one row for each row of values
    const bool fits =
        values.rank() == sorted.rank() && canBeEqual(view, without(values.shape, values.rank() - 1),
                                                     without(sorted.shape, sorted.rank() - 1));
    if (!fits) fail(view, "rows of " + text(values) + " don't match those of " + text(sorted));
  }
  return {{DType::i64, values.shape, std::nullopt}};
}

// The first position whose element is not before `value`; NaN comes after everything.
template <class V>
std::int64_t insertionPoint(const V* row, std::int64_t count, V value, bool right) {
  std::int64_t low = 0;
  while (count > 0) {
    const std::int64_t half = count / 2;
    const V middle = row[low + half];
    const bool before = right ? !(middle > value) : !(middle >= value);
    low = before ? low + half + 1 : low;
    count = before ? count - half - 1 : half;
  }
  return low;
}

template <class V>
void evaluateAs(EvalContext& context) {
  Tensor result = context.make(0);
  const Tensor& rows = context.in(0);
  const std::int64_t length = rows.shape().back();
  const std::vector<V> sorted = valuesOf<V>(rows), values = valuesOf<V>(context.in(1));
  const bool shared = rows.rank() == 1;
  const std::int64_t perRow = shared ? 1 : context.in(1).shape().back();
  const bool right = context.node.attributes.boolean("right");
  for (std::int64_t i = 0; i < result.size(); ++i) {
    const V* row = sorted.data() + (shared ? 0 : i / perRow * length);
    result.setInteger(i, insertionPoint(row, length, values[static_cast<std::size_t>(i)], right));
  }
  context.results = {std::move(result)};
}

void evaluateSearchsorted(EvalContext& context) {
  if (isFloat(context.in(0).dtype())) return evaluateAs<double>(context);
  evaluateAs<std::int64_t>(context);
}

}  // namespace

extern const OpDef searchsortedDef;
const OpDef searchsortedDef = {Op::searchsorted, inferSearchsorted, evaluateSearchsorted,
                               lowerSearchsorted};

}  // namespace mcc
