// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nll_loss and cross_entropy_loss.
#include "passes/decompose/channels.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

constexpr std::int64_t kNone = 0;  // values of `reduction`
constexpr std::int64_t kMean = 1;

ValueId sumOf(AtenCall& call, ValueId x) {
  return call.reduce(Op::reduce_sum, x, allAxes(call.rank(x)));
}

// Class 0 where the target is to be ignored, so that looking it up is safe.
struct Targets {
  ValueId classes;  // i64
  ValueId counted;  // bool
};

Targets targetsOf(AtenCall& call, ValueId target) {
  const ValueId index = call.cast(target, DType::i64);
  const ValueId ignored = call.scalar(call.integer("ignore_index"), DType::i64);
  const ValueId counted = call.binary(Op::ne, index, ignored);
  return {call.select(counted, index, call.scalar(std::int64_t{0}, DType::i64)), counted};
}

// Losses of every target and the weight of each (0 where ignored).
struct Losses {
  ValueId loss, weight;
};

// logs [N, C, S...] (or [C]), target [N, S...].
Losses pick(AtenCall& call, ValueId logs, ValueId target) {
  const std::int64_t axis = call.rank(logs) == 1 ? 0 : 1;
  const Targets t = targetsOf(call, target);
  const DType dtype = call.dtype(logs);
  const ValueId zero = call.scalar(0.0, dtype);
  ValueId weight = call.full(1.0, dtype, call.shape(t.classes));
  if (!call.isNone("weight")) {
    weight = call.make(Op::index, {call.tensor("weight"), t.classes}, {{"axis", 0}});
  }
  weight = call.select(t.counted, weight, zero);
  const ValueId index = call.unsqueeze(t.classes, axis);
  const ValueId chosen = call.make(Op::gather, {logs, index}, {{"axis", axis}});
  const ValueId loss = call.mul(call.unary(Op::neg, call.squeeze(chosen, axis)), weight);
  return {call.select(t.counted, loss, zero), weight};
}

ValueId reduced(AtenCall& call, const Losses& losses) {
  const std::int64_t reduction = call.integer("reduction");
  if (reduction == kNone) return losses.loss;
  const ValueId sum = sumOf(call, losses.loss);
  return reduction == kMean ? call.div(sum, sumOf(call, losses.weight)) : sum;
}

void nllLoss(AtenCall& call) {
  call.result(reduced(call, pick(call, call.tensor("self"), call.tensor("target"))));
}

void nllLossForward(AtenCall& call) {
  const Losses losses = pick(call, call.tensor("self"), call.tensor("target"));
  const ValueId loss = reduced(call, losses);
  const bool isReduced = call.integer("reduction") != kNone;
  const ValueId total = isReduced ? sumOf(call, losses.weight) : call.scalar(0.0, call.dtype(loss));
  call.results({loss, total});
}

// Numbers per class, shaped to broadcast over logs; none without a weight.
ValueId classWeight(AtenCall& call, ValueId logs) {
  const ValueId weight = call.optionalTensor("weight");
  return weight.valid() && call.rank(logs) > 1 ? perChannel(call, weight, call.rank(logs)) : weight;
}

// Targets as probabilities: -sum over classes of weight * p * log. The mean is over targets.
void softTargets(AtenCall& call, ValueId logs, std::int64_t axis) {
  const double smoothing = call.real("label_smoothing");
  ValueId target = call.tensor("target");
  const auto classes = call.dim(logs, axis).asConstant();
  if (smoothing != 0) {
    if (!classes) call.unsupported("a number of classes that is not known when mcc runs");
    target = call.binary(Op::add, call.binary(Op::mul, target, 1 - smoothing),
                         smoothing / static_cast<double>(*classes));
  }
  ValueId terms = call.mul(logs, target);
  const ValueId weight = classWeight(call, logs);
  if (weight.valid()) terms = call.mul(terms, weight);
  const ValueId loss = call.unary(Op::neg, call.reduce(Op::reduce_sum, terms, {axis}));
  const std::int64_t reduction = call.integer("reduction");
  if (reduction == kNone) return call.result(loss);
  const ValueId sum = sumOf(call, loss);
  if (reduction != kMean) return call.result(sum);
  const Dim count = call.type(loss).elementCount();
  call.result(call.div(sum, call.cast(call.dimValue(count), call.dtype(sum))));
}

// (1 - s) * nll + s / classes * the sum over all classes.
void smoothed(AtenCall& call, ValueId logs, std::int64_t axis, double smoothing) {
  const auto classes = call.dim(logs, axis).asConstant();
  if (!classes) call.unsupported("a number of classes that is not known when mcc runs");
  const ValueId target = call.tensor("target");
  const Losses losses = pick(call, logs, target);
  const ValueId weight = classWeight(call, logs);
  const ValueId all = weight.valid() ? call.mul(logs, weight) : logs;
  const ValueId spread = call.unary(Op::neg, call.reduce(Op::reduce_sum, all, {axis}));
  const ValueId zero = call.scalar(0.0, call.dtype(logs));
  const ValueId even = call.select(targetsOf(call, target).counted, spread, zero);
  const ValueId own = call.binary(Op::mul, losses.loss, 1 - smoothing);
  const ValueId rest = call.binary(Op::mul, even, smoothing / static_cast<double>(*classes));
  call.result(reduced(call, {call.add(own, rest), losses.weight}));
}

void crossEntropy(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId target = call.tensor("target");
  const std::int64_t axis = call.rank(x) == 1 ? 0 : 1;
  const ValueId logs = call.make(Op::log_softmax, {x}, {{"axis", axis}});
  if (isFloat(call.dtype(target))) return softTargets(call, logs, axis);
  const double smoothing = call.real("label_smoothing");
  if (smoothing != 0) return smoothed(call, logs, axis, smoothing);
  call.result(reduced(call, pick(call, logs, target)));
}

constexpr Rule kClassificationLossesRules[] = {
    {"aten.nll_loss.default", nllLoss},
    {"aten.nll_loss_nd.default", nllLoss},
    {"aten.nll_loss2d.default", nllLoss},
    {"aten.nll_loss_forward.default", nllLossForward},
    {"aten.nll_loss2d_forward.default", nllLossForward},
    {"aten.cross_entropy_loss.default", crossEntropy},
};

}  // namespace

std::span<const Rule> classification_lossesRules();
std::span<const Rule> classification_lossesRules() {
  return kClassificationLossesRules;
}

}  // namespace mcc
