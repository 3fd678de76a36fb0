// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lstm, gru and rnn share.
#include "ir/ops/recurrent.h"

#include "ir/ops/checks.h"
#include "ir/ops/numeric.h"

namespace mcc {

void requireGates(const OpView& view, std::size_t first, std::int64_t gates, const Dim& hidden,
                  const Dim& output) {
  const TensorType& x = view.input(0);
  requireReal(view, 0);
  requireRank(view, 0, 3, 3, "the input of a recurrent layer");
  view.attributes().boolean("reverse");
  const Dim rows = Dim(gates) * hidden;
  requireDTypeOfFirst(view, 1, first + 3);
  requireShape(view, view.input(1).shape, {x.shape[1], output}, "the initial state");
  requireShape(view, view.input(first).shape, {rows, x.shape[2]}, "w_ih");
  requireShape(view, view.input(first + 1).shape, {rows, output}, "w_hh");
  requireVector(view, first + 2, rows, "b_ih");
  requireVector(view, first + 3, rows, "b_hh");
}

Gates::Gates(const Tensor& weight, const Tensor* bias)
    : rows_(weight.dim(0)), depth_(weight.dim(1)), weight_(elementsOf<double>(weight)) {
  if (bias != nullptr) bias_ = elementsOf<double>(*bias);
}

std::vector<double> Gates::operator()(const double* in) const {
  std::vector<double> out = bias_;
  out.resize(static_cast<std::size_t>(rows_));
  for (std::int64_t r = 0; r < rows_; ++r) {
    double sum = 0;
    for (std::int64_t i = 0; i < depth_; ++i) {
      sum += weight_[static_cast<std::size_t>(r * depth_ + i)] * in[i];
    }
    out[static_cast<std::size_t>(r)] += sum;
  }
  return out;
}

}  // namespace mcc
