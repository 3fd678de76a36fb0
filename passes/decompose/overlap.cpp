// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adding up pieces that overlap.
#include "passes/decompose/overlap.h"

namespace mcc {

ValueId positionSums(Builder& builder, const std::vector<std::pair<Dim, Dim>>& countsAndSteps) {
  ValueId sums;
  Dim total(1);
  for (std::size_t i = 0; i < countsAndSteps.size(); ++i) {
    const auto& [count, step] = countsAndSteps[i];
    Shape shape(countsAndSteps.size(), Dim(1));
    shape[i] = count;
    const ValueId line = builder.reshape(builder.iota(0, step, count, DType::i64), shape);
    sums = sums.valid() ? builder.add(sums, line) : line;
    total = total * count;
  }
  return builder.reshape(sums, {total});
}

ValueId addAtPositions(Builder& builder, ValueId parts, ValueId positions, const Dim& size) {
  const ValueId zeros = builder.full(0, builder.dtype(parts), {builder.dim(parts, 0), size});
  const ValueId index = builder.expand(positions, builder.shape(parts));
  return builder.make(Op::scatter, {zeros, index, parts},
                      {{"axis", 1}, {"reduce", "add"}, {"include_self", true}});
}

}  // namespace mcc
