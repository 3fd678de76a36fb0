// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Activation functions as pointwise expressions. Those of several steps compute in f32 where the
// operand is f16 or bf16, and round once.
#include <cmath>
#include <numbers>

#include "passes/decompose/promotion.h"

namespace mcc {
namespace {

using Step = ValueId (*)(AtenCall& call, ValueId x);

// compute(x) in computeType, rounded to the operand's type.
template <Step kCompute>
void composite(AtenCall& call) {
  const DType dtype = call.dtype(call.tensor("self"));
  call.result(call.cast(kCompute(call, wide(call, "self")), dtype));
}

ValueId number(AtenCall& call, double value, ValueId like) {
  return call.full(value, call.dtype(like), {});
}

ValueId between(AtenCall& call, ValueId x, double low, double high) {
  return call.binary(Op::minimum, call.binary(Op::maximum, x, low), high);
}

void relu(AtenCall& call) {
  call.result(call.unary(Op::relu, call.tensor("self")));
}

void relu6(AtenCall& call) {
  call.result(between(call, call.tensor("self"), 0, 6));
}

void hardtanh(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(between(call, x, call.real("min_val"), call.real("max_val")));
}

ValueId hardsigmoid(AtenCall& call, ValueId x) {
  return call.binary(Op::div, between(call, call.binary(Op::add, x, 3), 0, 6), 6);
}

ValueId hardswish(AtenCall& call, ValueId x) {
  return call.mul(x, hardsigmoid(call, x));
}

ValueId silu(AtenCall& call, ValueId x) {
  return call.mul(x, call.unary(Op::sigmoid, x));
}

ValueId mish(AtenCall& call, ValueId x) {
  return call.mul(x, call.unary(Op::tanh, call.unary(Op::log1p, call.unary(Op::exp, x))));
}

// 0.5 x (1 + erf(x / sqrt 2)), or its approximation by tanh.
ValueId gelu(AtenCall& call, ValueId x) {
  const std::string approximate = call.string("approximate");
  ValueId inner;
  if (approximate == "none") {
    inner = call.unary(Op::erf, call.binary(Op::mul, x, std::numbers::sqrt2 / 2));
  } else if (approximate == "tanh") {
    const ValueId cubic = call.binary(Op::mul, call.mul(call.mul(x, x), x), 0.044715);
    const double scale = std::sqrt(2 * std::numbers::inv_pi);
    inner = call.unary(Op::tanh, call.binary(Op::mul, call.add(x, cubic), scale));
  } else {
    call.unsupported("approximation '" + approximate + "'");
  }
  return call.make(Op::mul, {call.binary(Op::mul, x, 0.5), call.binary(Op::add, inner, 1)});
}

// x * scale above 0, (exp(x * inputScale) - 1) * alpha * scale below.
ValueId eluOf(AtenCall& call, ValueId x, double alpha, double scale, double inputScale) {
  const ValueId inner = inputScale == 1 ? x : call.binary(Op::mul, x, inputScale);
  const ValueId below = call.binary(Op::mul, call.unary(Op::expm1, inner), alpha * scale);
  const ValueId above = scale == 1 ? x : call.binary(Op::mul, x, scale);
  return call.select(call.binary(Op::gt, x, 0.0), above, below);
}

ValueId elu(AtenCall& call, ValueId x) {
  return eluOf(call, x, call.real("alpha"), call.real("scale"), call.real("input_scale"));
}

ValueId celu(AtenCall& call, ValueId x) {
  const double alpha = call.real("alpha");
  return eluOf(call, x, alpha, 1, 1 / alpha);
}

ValueId selu(AtenCall& call, ValueId x) {
  return eluOf(call, x, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1);
}

ValueId leakyRelu(AtenCall& call, ValueId x) {
  const ValueId below = call.binary(Op::mul, x, call.real("negative_slope"));
  return call.select(call.binary(Op::gt, x, 0.0), x, below);
}

// log(1 + exp(beta x)) / beta; x itself where beta x is above the threshold.
ValueId softplus(AtenCall& call, ValueId x) {
  const double beta = call.real("beta");
  const ValueId scaled = beta == 1 ? x : call.binary(Op::mul, x, beta);
  const ValueId soft = call.unary(Op::log1p, call.unary(Op::exp, scaled));
  const ValueId back = beta == 1 ? soft : call.binary(Op::div, soft, beta);
  return call.select(call.binary(Op::gt, scaled, call.real("threshold")), x, back);
}

ValueId logSigmoid(AtenCall& call, ValueId x) {
  const ValueId decay = call.unary(Op::exp, call.unary(Op::neg, call.unary(Op::abs, x)));
  return call.make(Op::sub, {call.binary(Op::minimum, x, 0.0), call.unary(Op::log1p, decay)});
}

// 0 within [-lambda, lambda], else nearer to 0 by lambda; NaN stays.
ValueId softshrink(AtenCall& call, ValueId x) {
  const double lambda = call.real("lambd");
  const ValueId above = call.binary(Op::sub, x, lambda), below = call.binary(Op::add, x, lambda);
  const ValueId inside = call.binary(Op::mul, x, 0.0);
  return call.make(Op::select, {call.binary(Op::gt, x, lambda), above,
                                call.select(call.binary(Op::lt, x, -lambda), below, inside)});
}

ValueId hardshrink(AtenCall& call, ValueId x) {
  const double lambda = call.real("lambd");
  const ValueId inside =
      call.make(Op::logical_and, {call.binary(Op::ge, x, -lambda), call.binary(Op::le, x, lambda)});
  return call.select(inside, number(call, 0, x), x);
}

void threshold(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId low = call.binary(Op::le, x, asType(call, "threshold", call.dtype(x)));
  call.result(call.select(low, asType(call, "value", call.dtype(x)), x));
}

// The first half along the dimension times the sigmoid of the second.
ValueId glu(AtenCall& call, ValueId x) {
  const std::int64_t axis = call.axis("dim", call.rank(x));
  const Dim half = floorDiv(call.dim(x, axis), Dim(2));
  const ValueId gate = call.unary(Op::sigmoid, call.slice(x, axis, half, half));
  return call.mul(call.slice(x, axis, Dim(0), half), gate);
}

constexpr Rule kActivationsRules[] = {
    {"aten.celu.default", composite<celu>},
    {"aten.elu.default", composite<elu>},
    {"aten.gelu.default", composite<gelu>},
    {"aten.glu.default", composite<glu>},
    {"aten.hardshrink.default", composite<hardshrink>},
    {"aten.hardsigmoid.default", composite<hardsigmoid>},
    {"aten.hardswish.default", composite<hardswish>},
    {"aten.hardtanh.default", hardtanh},
    {"aten.leaky_relu.default", composite<leakyRelu>},
    {"aten.log_sigmoid.default", composite<logSigmoid>},
    {"aten.mish.default", composite<mish>},
    {"aten.relu.default", relu},
    {"aten.relu6.default", relu6},
    {"aten.selu.default", composite<selu>},
    {"aten.silu.default", composite<silu>},
    {"aten.softplus.default", composite<softplus>},
    {"aten.softshrink.default", composite<softshrink>},
    {"aten.threshold.default", threshold},
};

}  // namespace

std::span<const Rule> activationsRules();
std::span<const Rule> activationsRules() {
  return kActivationsRules;
}

}  // namespace mcc
