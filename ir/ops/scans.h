// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cumsum, cumprod, cummax, cummin and logcumsumexp share.
#pragma once
#include "ir/op_def.h"
#include "ir/ops/lines.h"
#include "ir/ops/values.h"

namespace mcc {

// One result of the operand's type.
std::vector<TensorType> inferRunning(const OpView& view);
// Values of the operand's type and their i64 positions.
std::vector<TensorType> inferRunningExtreme(const OpView& view);
void evaluateRunningExtreme(EvalContext& context, bool largest);

// Result i of each line is combine(result i - 1, element i); the first is element 0.
template <class V, class Combine>
void evaluateRunning(EvalContext& context, Combine combine) {
  const Tensor& x = context.in(0);
  const Lines lines(x.shape(), context.integer("axis"));
  std::vector<V> values = valuesOf<V>(x);
  lines.forEach([&](std::int64_t line) {
    for (std::int64_t i = 1; i < lines.length; ++i) {
      V& value = values[lines.at(line, i)];
      value = combine(values[lines.at(line, i - 1)], value);
    }
  });
  context.results = {tensorOf<V>(x.dtype(), x.shape(), values)};
}

}  // namespace mcc
