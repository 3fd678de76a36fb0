// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses between numbers; those of classes are in classification_losses. `reduction`: 0 none,
// 1 mean, 2 sum.
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

ValueId squared(AtenCall& call, ValueId d) {
  return call.mul(d, d);
}
ValueId absolute(AtenCall& call, ValueId d) {
  return call.unary(Op::abs, d);
}

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
  const ValueId outer = call.binary(Op::mul, call.binary(Op::sub, size, 0.5 * delta), delta);
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
  const ValueId miss = call.make(Op::mul, {call.sub(one, target), bounded(call.sub(one, x))});
  ValueId loss = call.unary(Op::neg, call.add(hit, miss));
  if (!call.isNone("weight")) loss = call.mul(loss, wide(call, "weight"));
  call.result(call.cast(reduced(call, loss), call.dtype(call.tensor("self"))));
}

// (1 - t) x + w (log(1 + exp(-|x|)) + max(-x, 0)), w = 1 + (pos_weight - 1) t
void binaryCrossEntropyLogits(AtenCall& call) {
  const ValueId x = wide(call, "self"), target = wide(call, "target");
  const ValueId one = call.full(1, call.dtype(x), {});
  const ValueId decay = call.unary(Op::exp, call.unary(Op::neg, call.unary(Op::abs, x)));
  ValueId soft = call.make(
      Op::add, {call.unary(Op::log1p, decay), call.unary(Op::relu, call.unary(Op::neg, x))});
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
    loss = call.make(Op::mul, {call.unary(Op::exp, t), call.sub(t, x)});
  } else {
    const ValueId logged = call.mul(t, call.unary(Op::log, t));
    const ValueId zero = call.binary(Op::eq, t, 0.0);
    const ValueId entropy = call.select(zero, call.full(0, call.dtype(t), {}), logged);
    loss = call.sub(entropy, call.mul(t, x));
  }
  call.result(call.cast(reduced(call, loss), dtype));
}

constexpr Rule kLossesRules[] = {
    {"aten.binary_cross_entropy.default", binaryCrossEntropy},
    {"aten.binary_cross_entropy_with_logits.default", binaryCrossEntropyLogits},
    {"aten.huber_loss.default", ofDifference<huber>},
    {"aten.kl_div.default", klDiv},
    {"aten.l1_loss.default", ofDifference<absolute>},
    {"aten.mse_loss.default", ofDifference<squared>},
    {"aten.smooth_l1_loss.default", ofDifference<smooth>},
};

}  // namespace

std::span<const Rule> lossesRules();
std::span<const Rule> lossesRules() {
  return kLossesRules;
}

}  // namespace mcc
