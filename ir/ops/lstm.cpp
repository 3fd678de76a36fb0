// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lstm: one layer, one direction; the state stays in double between steps.
#include <cmath>

#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/numeric.h"
#include "ir/ops/recurrent.h"

namespace mcc {
namespace {

std::vector<TensorType> inferLstm(const OpView& view) {
  const TensorType& x = view.input(0);
  requireRank(view, 2, 2, 2, "the initial cell state");
  const Dim hidden = view.input(2).shape[1];
  const Dim output = view.has(7) ? view.input(7).dim(0) : hidden;
  requireGates(view, 3, 4, hidden, output);
  requireDTypeOfFirst(view, 7, 7);
  const Dim batch = x.shape[1];
  requireSize(view, view.input(2).shape[0], batch, "the batch size of the cell state");
  if (view.has(7)) requireShape(view, view.input(7).shape, {output, hidden}, "w_hr");
  return {{x.dtype, {x.shape[0], batch, output}, std::nullopt},
          {x.dtype, {batch, output}, std::nullopt},
          {x.dtype, {batch, hidden}, std::nullopt}};
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

// New cell and hidden state of one element of the batch. in, state: sums of the two gate matrices.
std::vector<double> step(const std::vector<double>& in, const std::vector<double>& state,
                         double* cell) {
  const std::size_t hidden = in.size() / 4;
  std::vector<double> out(hidden);
  for (std::size_t j = 0; j < hidden; ++j) {
    const auto gate = [&](std::size_t g) { return in[g * hidden + j] + state[g * hidden + j]; };
    cell[j] = sigmoid(gate(1)) * cell[j] + sigmoid(gate(0)) * std::tanh(gate(2));
    out[j] = sigmoid(gate(3)) * std::tanh(cell[j]);
  }
  return out;
}

void evaluateLstm(EvalContext& context) {
  const Tensor& x = context.in(0);
  const Gates input(context.in(3), context.has(5) ? &context.in(5) : nullptr);
  const Gates recurrent(context.in(4), context.has(6) ? &context.in(6) : nullptr);
  const auto xs = elementsOf<double>(x);
  auto h = elementsOf<double>(context.in(1));
  auto c = elementsOf<double>(context.in(2));
  Tensor y = context.make(0);
  const std::int64_t batch = x.dim(1);
  const std::int64_t width = y.dim(2);
  const std::int64_t hidden = context.in(2).dim(1);
  forEachStep(x.dim(0), context.node.attributes.boolean("reverse"), [&](std::int64_t t) {
    for (std::int64_t b = 0; b < batch; ++b) {
      const std::int64_t row = t * batch + b;
      std::vector<double> out = step(input(xs.data() + row * x.dim(2)),
                                     recurrent(h.data() + b * width), c.data() + b * hidden);
      if (context.has(7)) out = Gates(context.in(7), nullptr)(out.data());
      for (std::int64_t j = 0; j < width; ++j) {
        h[static_cast<std::size_t>(b * width + j)] = out[static_cast<std::size_t>(j)];
        y.setReal(row * width + j, out[static_cast<std::size_t>(j)]);
      }
    }
  });
  Tensor lastH = context.make(1);
  Tensor lastC = context.make(2);
  setElements(lastH, h);
  setElements(lastC, c);
  context.results = {std::move(y), std::move(lastH), std::move(lastC)};
}

}  // namespace

extern const OpDef lstmDef;
const OpDef lstmDef = {Op::lstm, inferLstm, evaluateLstm, lowerLstm};

}  // namespace mcc
