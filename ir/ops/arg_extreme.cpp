// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Positions of extreme elements: the first one; NaN counts as extreme.
#include "ir/ops/arg_extreme.h"

#include "ir/diagnostics.h"
#include "ir/ops/checks.h"
#include "ir/ops/lines.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

template <class V>
bool beats(V candidate, V best, bool largest) {
  if (isNan(best)) return false;
  return isNan(candidate) || (largest ? candidate > best : candidate < best);
}

template <class V>
void evaluateAs(EvalContext& context, bool largest) {
  Tensor result = context.make(0);
  const Tensor& x = context.in(0);
  const Lines lines(x.shape(), context.integer("axis"));
  if (lines.length == 0 && result.size() != 0) {
    throw Error(std::string(name(context.node.op)) + ": nothing to choose from");
  }
  const std::vector<V> values = valuesOf<V>(x);
  lines.forEach([&](std::int64_t line) {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < lines.length; ++i) {
      if (beats(values[lines.at(line, i)], values[lines.at(line, best)], largest)) best = i;
    }
    result.setInteger(line, best);
  });
  context.results = {std::move(result)};
}

}  // namespace

std::vector<TensorType> inferArgExtreme(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  if (isComplex(x.dtype)) fail(view, "complex numbers have no order");
  const std::int64_t axis = axisOf(view, x.rank());
  if (x.dim(axis) == Dim(0)) fail(view, "nothing to choose from: " + text(x) + " is empty");
  return {{DType::i64, without(x.shape, axis), std::nullopt}};
}

void evaluateArgExtreme(EvalContext& context, bool largest) {
  if (isFloat(context.in(0).dtype())) return evaluateAs<double>(context, largest);
  evaluateAs<std::int64_t>(context, largest);
}

}  // namespace mcc
