// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Type rules of running reductions, and running extremes with their positions.
#include "ir/ops/scans.h"

#include "ir/ops/checks.h"

namespace mcc {
namespace {

// Later elements replace equal ones; NaN replaces everything.
template <class V>
bool replaces(V candidate, V best, bool largest) {
  if (isNan(candidate)) return true;
  return !isNan(best) && (largest ? candidate >= best : candidate <= best);
}

template <class V>
void evaluateAs(EvalContext& context, bool largest) {
  const Tensor& x = context.in(0);
  const Lines lines(x.shape(), context.integer("axis"));
  std::vector<V> values = valuesOf<V>(x);
  std::vector<std::int64_t> positions(values.size(), 0);
  lines.forEach([&](std::int64_t line) {
    for (std::int64_t i = 1; i < lines.length; ++i) {
      const std::size_t at = lines.at(line, i), before = lines.at(line, i - 1);
      const bool takes = replaces(values[at], values[before], largest);
      positions[at] = takes ? i : positions[before];
      if (!takes) values[at] = values[before];
    }
  });
  context.results = {tensorOf<V>(x.dtype(), x.shape(), values),
                     tensorOf<std::int64_t>(DType::i64, x.shape(), positions)};
}

}  // namespace

std::vector<TensorType> inferRunning(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  axisOf(view, x.rank());
  if (x.dtype == DType::boolean) fail(view, "is not defined for bool");
  return {{x.dtype, x.shape, std::nullopt}};
}

std::vector<TensorType> inferRunningExtreme(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  axisOf(view, x.rank());
  if (isComplex(x.dtype)) fail(view, "complex numbers have no order");
  return {{x.dtype, x.shape, std::nullopt}, {DType::i64, x.shape, std::nullopt}};
}

void evaluateRunningExtreme(EvalContext& context, bool largest) {
  if (isFloat(context.in(0).dtype())) return evaluateAs<double>(context, largest);
  evaluateAs<std::int64_t>(context, largest);
}

}  // namespace mcc
