// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rnn: one layer, one direction, tanh or relu.
#include <cmath>

#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/numeric.h"
#include "ir/ops/recurrent.h"

namespace mcc {
namespace {

std::vector<TensorType> inferRnn(const OpView& view) {
  const TensorType& x = view.input(0);
  requireRank(view, 1, 2, 2, "the initial state");
  const Dim hidden = view.input(1).shape[1];
  requireGates(view, 2, 1, hidden, hidden);
  const std::string& activation = view.attributes().string("activation");
  require(view, activation == "tanh" || activation == "relu", "unknown activation " + activation);
  return {{x.dtype, {x.shape[0], x.shape[1], hidden}, std::nullopt},
          {x.dtype, {x.shape[1], hidden}, std::nullopt}};
}

void evaluateRnn(EvalContext& context) {
  const Tensor& x = context.in(0);
  const Gates input(context.in(2), context.has(4) ? &context.in(4) : nullptr);
  const Gates recurrent(context.in(3), context.has(5) ? &context.in(5) : nullptr);
  const bool isTanh = context.node.attributes.string("activation") == "tanh";
  const auto xs = elementsOf<double>(x);
  auto h = elementsOf<double>(context.in(1));
  Tensor y = context.make(0);
  const std::int64_t batch = x.dim(1);
  const std::int64_t hidden = y.dim(2);
  forEachStep(x.dim(0), context.node.attributes.boolean("reverse"), [&](std::int64_t t) {
    for (std::int64_t b = 0; b < batch; ++b) {
      const std::int64_t row = t * batch + b;
      double* state = h.data() + b * hidden;
      const std::vector<double> in = input(xs.data() + row * x.dim(2));
      const std::vector<double> back = recurrent(state);
      for (std::int64_t j = 0; j < hidden; ++j) {
        const double sum = in[static_cast<std::size_t>(j)] + back[static_cast<std::size_t>(j)];
        state[j] = isTanh ? std::tanh(sum) : (sum < 0 ? 0 : sum);
        y.setReal(row * hidden + j, state[j]);
      }
    }
  });
  Tensor last = context.make(1);
  setElements(last, h);
  context.results = {std::move(y), std::move(last)};
}

}  // namespace

extern const OpDef rnnDef;
const OpDef rnnDef = {Op::rnn, inferRnn, evaluateRnn, lowerRnn};

}  // namespace mcc
