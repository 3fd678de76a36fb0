// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dropout, which does nothing at inference; activations with parameters.
#include "passes/decompose/channels.h"

namespace mcc {
namespace {

void requireNoDropout(AtenCall& call, bool trains) {
  if (trains && call.real("p") != 0) {
    throw Error(call.target() + ": dropout in training mode is random",
                "call model.eval() before torch.export.export()");
  }
}

void dropout(AtenCall& call) {
  requireNoDropout(call, call.boolean("train"));
  call.result(call.tensor("input"));
}

void dropoutInPlace(AtenCall& call) {
  requireNoDropout(call, call.boolean("train"));
  call.result(call.tensor("self"));
}

void nativeDropout(AtenCall& call) {
  requireNoDropout(call, call.isNone("train") || call.boolean("train"));
  const ValueId x = call.tensor("input");
  call.results({x, call.full(true, DType::boolean, call.shape(x))});
}

ValueId leaky(AtenCall& call, ValueId x, ValueId slope) {
  const ValueId isPositive = call.binary(Op::gt, x, 0.0);
  return call.select(isPositive, x, call.mul(x, slope));
}

// One slope, or one per channel (dimension 1).
void prelu(AtenCall& call) {
  const ValueId x = call.tensor("self");
  ValueId slope = call.cast(call.tensor("weight"), call.dtype(x));
  if (call.rank(slope) == 1 && call.rank(x) >= 2 && call.dim(slope, 0) != Dim(1)) {
    slope = perChannel(call, slope, call.rank(x));
  } else if (call.rank(slope) == 1 && call.dim(slope, 0) == Dim(1)) {
    slope = call.reshape(slope, {});
  }
  call.result(leaky(call, x, slope));
}

void preluKernel(AtenCall& call) {
  call.result(leaky(call, call.tensor("self"), call.tensor("weight")));
}

// At inference: the middle of the range that the slope is drawn from.
void rrelu(AtenCall& call) {
  if (call.boolean("training")) call.unsupported("training mode");
  const ValueId x = call.tensor("self");
  const double slope = (call.real("lower") + call.real("upper")) / 2;
  call.result(leaky(call, x, call.scalar(slope, call.dtype(x))));
}

constexpr Rule kDropoutsRules[] = {
    {"aten.dropout.default", dropout},
    {"aten.feature_dropout.default", dropout},
    {"aten.alpha_dropout.default", dropout},
    {"aten.feature_alpha_dropout.default", dropout},
    {"aten.dropout_.default", dropoutInPlace},
    {"aten.feature_dropout_.default", dropoutInPlace},
    {"aten.alpha_dropout_.default", dropoutInPlace},
    {"aten.feature_alpha_dropout_.default", dropoutInPlace},
    {"aten.native_dropout.default", nativeDropout},
    {"aten.prelu.default", prelu},
    {"aten._prelu_kernel.default", preluKernel},
    {"aten.rrelu.default", rrelu},
};

}  // namespace

std::span<const Rule> dropoutsRules();
std::span<const Rule> dropoutsRules() {
  return kDropoutsRules;
}

}  // namespace mcc
