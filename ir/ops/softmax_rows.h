// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What softmax and log_softmax share: rows along an axis, shifted by their maximum.
#pragma once
#include <cmath>
#include <limits>

#include "ir/ops/checks.h"

namespace mcc {

inline std::vector<TensorType> inferSoftmaxRows(const OpView& view) {
  requireReal(view, 0);
  const std::int64_t axis = view.attributes().integer("axis");
  require(view, axis >= 0 && axis < view.input(0).rank(),
          "axis " + std::to_string(axis) + " does not fit shape " + text(view.input(0).shape));
  return {view.input(0)};
}

// result = finish(x - max, sum of exp(x - max)).
template <class Finish>
void evaluateSoftmaxRows(EvalContext& context, Finish finish) {
  const Tensor& x = context.in(0);
  const std::int64_t axis = context.integer("axis");
  const std::int64_t n = x.dim(axis);
  const std::int64_t inner = stridesOf(x.shape())[static_cast<std::size_t>(axis)];
  Tensor result = context.make(0);
  for (std::int64_t row = 0; row < (n == 0 ? 0 : x.size() / n); ++row) {
    const std::int64_t first = row / inner * n * inner + row % inner;
    double highest = -std::numeric_limits<double>::infinity();
    for (std::int64_t i = 0; i < n; ++i) {
      const double value = x.real(first + i * inner);
      if (value > highest || std::isnan(value)) highest = value;
      if (std::isnan(highest)) break;
    }
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += std::exp(x.real(first + i * inner) - highest);
    for (std::int64_t i = 0; i < n; ++i) {
      result.setReal(first + i * inner, finish(x.real(first + i * inner) - highest, sum));
    }
  }
  context.results = {std::move(result)};
}

}  // namespace mcc
