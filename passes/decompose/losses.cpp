// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses. `reduction`: 0 none, 1 mean, 2 sum.
#include <cmath>

#include "ir/diagnostics.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/reductions.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

ValueId reduced(AtenCall& call, ValueId loss) {
  const std::int64_t reduction = call.integer("reduction");
  const std::vector<std::int64_t> axes = allAxes(call.rank(loss));
  if (reduction == 1) return meanOver(call, loss, axes, false);
  return reduction == 2 ? call.reduce(Op::reduce_sum, loss, axes) : loss;
}

// A loss of the difference, in computeType.
template <ValueId (*kLoss)(AtenCall& call, ValueId difference)>
void ofDifference(AtenCall& call) {
  const DType dtype = promotedType(call, {"self", "target"});
  const Values v = promotedWide(call, {"self", "target"});
  call.result(call.cast(reduced(call, kLoss(call, call.sub(v[0], v[1]))), dtype));
}

ValueId squared(AtenCall& call, ValueId d) { return call.mul(d, d); }
ValueId absolute(AtenCall& call, ValueId d) { return call.unary(Op::abs, d); }

ValueId smooth(AtenCall& call, ValueId d) {
  const double beta = call.real("beta");
  const ValueId size = call.unary(Op::abs, d);
  if (beta == 0) return size;
  const ValueId inner = call.binary(Op::mul, call.mul(d, d), 0.5 / beta);
  const ValueId outer = call.binary(Op::sub, size, 0.5 * beta);
  return call.select(call.binary(Op::lt, size, beta), inner, outer);
}

ValueId huber(AtenCall& call, ValueId d) {
  const double delta = call.real("delta");
  const ValueId size = call.unary(Op::abs, d);
  const ValueId inner = call.binary(Op::mul, call.mul(d, d), 0.5);
  const ValueId outer =
      call.binary(Op::mul, call.binary(Op::sub, size, 0.5 * delta), delta);
  return call.select(call.binary(Op::le, size, delta), inner, outer);
}

// -(t log x + (1 - t) log(1 - x)), logarithms at least -100.
void binaryCrossEntropy(AtenCall& call) {
  const ValueId x = wide(call, "self"), target = wide(call, "target");
  const ValueId one = call.full(1, call.dtype(x), {});
  const auto bounded = [&](ValueId y) {
    return call.binary(Op::maximum, call.unary(Op::log, y), -100.0);
  };
  const ValueId hit = call.mul(target, bounded(x));
  const ValueId miss = call.mul(call.sub(one, target), bounded(call.sub(one, x)));
  ValueId loss = call.unary(Op::neg, call.add(hit, miss));
  if (!call.isNone("weight")) loss = call.mul(loss, wide(call, "weight"));
  call.result(call.cast(reduced(call, loss), call.dtype(call.tensor("self"))));
}

// (1 - t) x + w (log(1 + exp(-|x|)) + max(-x, 0)), w = 1 + (pos_weight - 1) t
void binaryCrossEntropyLogits(AtenCall& call) {
  const ValueId x = wide(call, "self"), target = wide(call, "target");
  const ValueId one = call.full(1, call.dtype(x), {});
  const ValueId decay = call.unary(Op::exp, call.unary(Op::neg, call.unary(Op::abs, x)));
  ValueId soft = call.add(call.unary(Op::log1p, decay), call.unary(Op::relu,
                                                                   call.unary(Op::neg, x)));
  if (!call.isNone("pos_weight")) {
    const ValueId extra = call.mul(call.sub(wide(call, "pos_weight"), one), target);
    soft = call.mul(soft, call.add(one, extra));
  }
  ValueId loss = call.add(call.mul(call.sub(one, target), x), soft);
  if (!call.isNone("weight")) loss = call.mul(loss, wide(call, "weight"));
  call.result(call.cast(reduced(call, loss), call.dtype(call.tensor("self"))));
}

// t (log t - x), 0 where t is 0; with log_target: exp(t) (t - x).
void klDiv(AtenCall& call) {
  const DType dtype = promotedType(call, {"self", "target"});
  const Values v = promotedWide(call, {"self", "target"});
  const ValueId x = v[0], t = v[1];
  ValueId loss;
  if (call.boolean("log_target")) {
    loss = call.mul(call.unary(Op::exp, t), call.sub(t, x));
  } else {
    const ValueId logged = call.mul(t, call.unary(Op::log, t));
    const ValueId zero = call.binary(Op::eq, t, 0.0);
    const ValueId entropy = call.select(zero, call.full(0, call.dtype(t), {}), logged);
    loss = call.sub(entropy, call.mul(t, x));
  }
  call.result(call.cast(reduced(call, loss), dtype));
}

// Log-probabilities [N, C, d...] (or [C]) and class numbers [N, d...]: the loss of the given class,
// weighted by class; ignored targets count for nothing. Channels are moved last.
struct Nll {
  ValueId loss, weight;  // per target
};

Nll nllPerTarget(AtenCall& call, ValueId logs, ValueId target) {
  const DType dtype = call.dtype(logs);
  const std::int64_t classAxis = call.rank(logs) == 1 ? 0 : 1;
  std::vector<std::int64_t> axes = allAxes(call.rank(logs));
  axes.erase(axes.begin() + classAxis);
  axes.push_back(classAxis);
  const ValueId rows = call.permute(logs, axes);
  const ValueId ignore = call.full(call.dim("ignore_index"), DType::i64, {});
  const ValueId kept = call.binary(Op::ne, target, ignore);
  const ValueId safe = call.select(kept, target, call.full(0, DType::i64, {}));
  const std::int64_t last = call.rank(rows) - 1;
  const ValueId picked =
      call.squeeze(call.make(Op::gather, {rows, call.unsqueeze(safe, -1)}, {{"axis", last}}), last);
  ValueId weight = call.cast(kept, dtype);
  if (!call.isNone("weight")) {
    const ValueId table = call.cast(call.tensor("weight"), dtype);
    const ValueId looked = call.make(Op::index, {table, safe}, {{"axis", 0}});
    weight = call.mul(weight, looked);
  }
  const ValueId zero = call.full(0, dtype, {});
  const ValueId weighted = call.unary(Op::neg, call.mul(picked, weight));
  return {call.select(kept, weighted, zero), weight};
}

ValueId reducedNll(AtenCall& call, const Nll& nll) {
  const std::vector<std::int64_t> axes = allAxes(call.rank(nll.loss));
  if (call.integer("reduction") == 0) return nll.loss;
  const ValueId sum = call.reduce(Op::reduce_sum, nll.loss, axes);
  if (call.integer("reduction") == 2) return sum;
  return call.div(sum, call.reduce(Op::reduce_sum, nll.weight, axes));
}

void nllLoss(AtenCall& call) {
  const ValueId logs = wide(call, "self");
  const ValueId y = reducedNll(call, nllPerTarget(call, logs, call.tensor("target")));
  call.result(call.cast(y, call.dtype(call.tensor("self"))));
}

// (loss, total weight)
void nllLossForward(AtenCall& call) {
  const DType dtype = call.dtype(call.tensor("self"));
  const Nll nll = nllPerTarget(call, wide(call, "self"), call.tensor("target"));
  const bool none = call.integer("reduction") == 0;
  const ValueId total = call.reduce(Op::reduce_sum, nll.weight, allAxes(call.rank(nll.weight)));
  call.results({call.cast(reducedNll(call, nll), dtype),
                call.cast(none ? call.full(0, dtype, {}) : total, dtype)});
}

// Probabilities as target: -sum over classes of w t log_softmax(x).
ValueId softCrossEntropy(AtenCall& call, ValueId logs, std::int64_t axis, double smoothing) {
  ValueId target = call.cast(call.tensor("target"), call.dtype(logs));
  if (smoothing > 0) {
    const ValueId classes = countOf(call, call.shape(logs), {axis}, call.dtype(logs));
    const ValueId share = call.div(call.full(smoothing, call.dtype(logs), {}), classes);
    target = call.add(call.binary(Op::mul, target, 1 - smoothing), share);
  }
  ValueId product = call.mul(logs, target);
  if (!call.isNone("weight")) {
    Shape shape(call.shape(logs).size(), Dim(1));
    shape[static_cast<std::size_t>(axis)] = call.dim(logs, axis);
    product = call.mul(product, call.reshape(wide(call, "weight"), shape));
  }
  const ValueId loss = call.unary(Op::neg, call.reduce(Op::reduce_sum, product, {axis}));
  if (call.integer("reduction") != 1) return reduced(call, loss);
  const std::vector<std::int64_t> axes = allAxes(call.rank(loss));
  return meanOver(call, loss, axes, false);
}

// Class numbers with label smoothing: (1 - s) nll + s / C * (-sum of w log p), over kept targets.
ValueId smoothedCrossEntropy(AtenCall& call, ValueId logs, std::int64_t axis, double smoothing) {
  const Nll nll = nllPerTarget(call, logs, call.tensor("target"));
  ValueId scores = logs;
  if (!call.isNone("weight")) {
    Shape shape(call.shape(logs).size(), Dim(1));
    shape[static_cast<std::size_t>(axis)] = call.dim(logs, axis);
    scores = call.mul(scores, call.reshape(wide(call, "weight"), shape));
  }
  const DType dtype = call.dtype(logs);
  const ValueId ignore = call.full(call.dim("ignore_index"), DType::i64, {});
  const ValueId kept = call.binary(Op::ne, call.tensor("target"), ignore);
  const ValueId all = call.unary(Op::neg, call.reduce(Op::reduce_sum, scores, {axis}));
  const ValueId loss = call.select(kept, all, call.full(0, dtype, {}));
  const std::vector<std::int64_t> axes = allAxes(call.rank(loss));
  const std::int64_t reduction = call.integer("reduction");
  ValueId spread = reduction == 0 ? loss : call.reduce(Op::reduce_sum, loss, axes);
  if (reduction == 1) spread = call.div(spread, call.reduce(Op::reduce_sum, nll.weight, axes));
  const ValueId classes = countOf(call, call.shape(logs), {axis}, dtype);
  const ValueId share = call.div(call.full(smoothing, dtype, {}), classes);
  return call.add(call.binary(Op::mul, reducedNll(call, nll), 1 - smoothing),
                  call.mul(spread, share));
}

void crossEntropy(AtenCall& call) {
  const ValueId x = wide(call, "self");
  const std::int64_t axis = call.rank(x) == 1 ? 0 : 1;
  const ValueId logs = call.make(Op::log_softmax, {x}, {{"axis", axis}});
  const double smoothing = call.real("label_smoothing");
  ValueId y;
  if (isFloat(call.dtype(call.tensor("target")))) {
    y = softCrossEntropy(call, logs, axis, smoothing);
  } else if (smoothing > 0) {
    y = smoothedCrossEntropy(call, logs, axis, smoothing);
  } else {
    y = reducedNll(call, nllPerTarget(call, logs, call.tensor("target")));
  }
  call.result(call.cast(y, call.dtype(call.tensor("self"))));
}

constexpr Rule kRules[] = {
    {"aten.binary_cross_entropy.default", binaryCrossEntropy},
    {"aten.binary_cross_entropy_with_logits.default", binaryCrossEntropyLogits},
    {"aten.cross_entropy_loss.default", crossEntropy},
    {"aten.huber_loss.default", ofDifference<huber>},
    {"aten.kl_div.default", klDiv},
    {"aten.l1_loss.default", ofDifference<absolute>},
    {"aten.mse_loss.default", ofDifference<squared>},
    {"aten.nll_loss.default", nllLoss},
    {"aten.nll_loss2d.default", nllLoss},
    {"aten.nll_loss2d_forward.default", nllLossForward},
    {"aten.nll_loss_forward.default", nllLossForward},
    {"aten.nll_loss_nd.default", nllLoss},
    {"aten.smooth_l1_loss.default", ofDifference<smooth>},
};

}  // namespace

std::span<const Rule> lossesRules();
std::span<const Rule> lossesRules() { return kRules; }

}  // namespace mcc
