// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stable order along a dimension.
#include "ir/ops/sorting.h"

#include <algorithm>
#include <numeric>

#include "ir/diagnostics.h"
#include "ir/ops/checks.h"
#include "ir/ops/lines.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

template <class V>
void evaluateAs(EvalContext& context, bool descending) {
  Tensor sorted = context.make(0), positions = context.make(1);
  const Tensor& x = context.in(0);
  const std::int64_t axis = context.integer("axis");
  const Lines from(x.shape(), axis), to(sorted.shape(), axis);
  if (to.length > from.length) throw Error("topk: k is larger than the dimension");
  const std::vector<V> values = valuesOf<V>(x);
  std::vector<std::int64_t> order(static_cast<std::size_t>(from.length));
  from.forEach([&](std::int64_t line) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      const V first = values[from.at(line, a)], second = values[from.at(line, b)];
      return descending ? lessWithNan(second, first) : lessWithNan(first, second);
    });
    for (std::int64_t i = 0; i < to.length; ++i) {
      const std::int64_t position = order[static_cast<std::size_t>(i)];
      const auto at = static_cast<std::int64_t>(to.at(line, i));
      storeValues<V>(sorted, at, 1, &values[from.at(line, position)]);
      positions.setInteger(at, position);
    }
  });
  context.results = {std::move(sorted), std::move(positions)};
}

}  // namespace

void evaluateSorted(EvalContext& context, bool descending) {
  if (isFloat(context.in(0).dtype())) return evaluateAs<double>(context, descending);
  evaluateAs<std::int64_t>(context, descending);
}

std::int64_t selectionAxis(const OpView& view, std::int64_t least) {
  const TensorType& x = view.input(0);
  const std::int64_t axis = axisOf(view, x.rank());
  const Dim& k = view.attributes().dim("k");
  const Dim& size = x.dim(axis);
  if (isComplex(x.dtype)) fail(view, "complex numbers have no order");
  if (!canBeAtLeast(view, k, least) || !canBeAtLeast(view, size, k)) {
    fail(view, "k = " + k.text() + " is out of range for a dimension of size " + size.text());
  }
  return axis;
}

}  // namespace mcc
