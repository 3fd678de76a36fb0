// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gru: one layer, one direction; the reset gate applies after the recurrent matrix and its bias.
#include <cmath>

#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/numeric.h"
#include "ir/ops/recurrent.h"

namespace mcc {
namespace {

std::vector<TensorType> inferGru(const OpView& view) {
  const TensorType& x = view.input(0);
  requireRank(view, 1, 2, 2, "the initial state");
  const Dim hidden = view.input(1).shape[1];
  requireGates(view, 2, 3, hidden, hidden);
  return {{x.dtype, {x.shape[0], x.shape[1], hidden}, std::nullopt},
          {x.dtype, {x.shape[1], hidden}, std::nullopt}};
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

void step(const std::vector<double>& in, const std::vector<double>& state, double* h) {
  const std::size_t hidden = in.size() / 3;
  for (std::size_t j = 0; j < hidden; ++j) {
    const double reset = sigmoid(in[j] + state[j]);
    const double update = sigmoid(in[hidden + j] + state[hidden + j]);
    const double candidate = std::tanh(in[2 * hidden + j] + reset * state[2 * hidden + j]);
    h[j] = candidate + update * (h[j] - candidate);
  }
}

void evaluateGru(EvalContext& context) {
  const Tensor& x = context.in(0);
  const Gates input(context.in(2), context.has(4) ? &context.in(4) : nullptr);
  const Gates recurrent(context.in(3), context.has(5) ? &context.in(5) : nullptr);
  const auto xs = elementsOf<double>(x);
  auto h = elementsOf<double>(context.in(1));
  Tensor y = context.make(0);
  const std::int64_t batch = x.dim(1);
  const std::int64_t hidden = y.dim(2);
  forEachStep(x.dim(0), context.node.attributes.boolean("reverse"), [&](std::int64_t t) {
    for (std::int64_t b = 0; b < batch; ++b) {
      const std::int64_t row = t * batch + b;
      double* state = h.data() + b * hidden;
      step(input(xs.data() + row * x.dim(2)), recurrent(state), state);
      for (std::int64_t j = 0; j < hidden; ++j) y.setReal(row * hidden + j, state[j]);
    }
  });
  Tensor last = context.make(1);
  setElements(last, h);
  context.results = {std::move(y), std::move(last)};
}

}  // namespace

extern const OpDef gruDef;
const OpDef gruDef = {Op::gru, inferGru, evaluateGru, lowerGru};

}  // namespace mcc
