// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lstm, gru and rnn share: weights of the gates and the walk over time.
#pragma once
#include <vector>

#include "ir/op_def.h"

namespace mcc {

// Checks of x [T, B, I], w_ih [gates*H, I], w_hh [gates*H, P], biases [gates*H]; `first` is the
// operand number of w_ih. `output` is the size P of what is fed back.
void requireGates(const OpView& view, std::size_t first, std::int64_t gates, const Dim& hidden,
                  const Dim& output);

// Rows of gates for one element of the batch: weight * in + bias.
class Gates {
 public:
  Gates(const Tensor& weight, const Tensor* bias);
  // in: weight.dim(1) values; the result has weight.dim(0).
  std::vector<double> operator()(const double* in) const;

 private:
  std::int64_t rows_, depth_;
  std::vector<double> weight_, bias_;
};

// Steps 0 .. count-1, or backwards.
template <class Step>
void forEachStep(std::int64_t count, bool reverse, Step step) {
  for (std::int64_t i = 0; i < count; ++i) step(reverse ? count - 1 - i : i);
}

}  // namespace mcc
