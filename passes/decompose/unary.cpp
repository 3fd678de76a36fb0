// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of one number, element by element.
#include <cmath>
#include <numbers>

#include "passes/decompose/promotion.h"

namespace mcc {
namespace {

constexpr double kPi = std::numbers::pi;

// The operator as it is, whatever the type.
template <Op kOp>
void plain(AtenCall& call) {
  call.result(call.unary(kOp, call.tensor("self")));
}

// Integers and bools become f32 first.
template <Op kOp>
void real(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(call.unary(kOp, call.cast(x, realType(call.dtype(x)))));
}

// Integers and bools are whole numbers already.
template <Op kOp>
void rounding(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(isFloat(call.dtype(x)) ? call.unary(kOp, x) : x);
}

// Only reals and complex numbers can be it; others are not.
template <Op kOp>
void test(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const bool possible = isFloat(call.dtype(x)) || isComplex(call.dtype(x));
  call.result(possible ? call.unary(kOp, x) : call.full(false, DType::boolean, call.shape(x)));
}

void signbit(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const bool possible = call.dtype(x) != DType::boolean;
  call.result(possible ? call.unary(Op::signbit, x)
                       : call.full(false, DType::boolean, call.shape(x)));
}

void isfinite(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (!isFloat(call.dtype(x)) && !isComplex(call.dtype(x))) {
    return call.result(call.full(true, DType::boolean, call.shape(x)));
  }
  const ValueId nan = call.unary(Op::isnan, x), infinite = call.unary(Op::isinf, x);
  const ValueId bad = call.binary(Op::logical_or, nan, infinite);
  call.result(call.unary(Op::logical_not, bad));
}

template <int kSign>
void isSignedInfinity(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (!isFloat(call.dtype(x))) {
    return call.result(call.full(false, DType::boolean, call.shape(x)));
  }
  call.result(call.binary(Op::eq, x, kSign * HUGE_VAL));
}

void logicalNot(AtenCall& call) {
  call.result(call.unary(Op::logical_not, call.cast(call.tensor("self"), DType::boolean)));
}

void abs(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (!isComplex(call.dtype(x))) return call.result(call.unary(Op::abs, x));
  call.result(call.make(Op::hypot, {call.unary(Op::real, x), call.unary(Op::imag, x)}));
}

void sgn(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (!isComplex(call.dtype(x))) return call.result(call.unary(Op::sign, x));
  const ValueId size = call.make(Op::hypot, {call.unary(Op::real, x), call.unary(Op::imag, x)});
  const ValueId zero = call.binary(Op::eq, size, 0.0);
  const ValueId unit = call.div(x, call.cast(size, call.dtype(x)));
  call.result(call.select(zero, call.full(0, call.dtype(x), {}), unit));
}

void identity(AtenCall& call) {
  call.result(call.tensor("self"));
}

void square(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const DType dtype = call.dtype(x) == DType::boolean ? DType::i64 : call.dtype(x);
  const ValueId y = call.cast(x, dtype);
  call.result(call.mul(y, y));
}

void frac(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(call.sub(x, call.unary(Op::trunc, x)));
}

// round(x * 10^d) / 10^d, or with 10^-d the other way round.
void roundDecimals(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t decimals = call.integer("decimals");
  if (!isFloat(call.dtype(x)) || decimals == 0) {
    return call.result(isFloat(call.dtype(x)) ? call.unary(Op::round, x) : x);
  }
  const double scale = std::pow(10.0, static_cast<double>(std::abs(decimals)));
  const ValueId y = wide(call, "self");
  const Op to = decimals > 0 ? Op::mul : Op::div, back = decimals > 0 ? Op::div : Op::mul;
  const ValueId rounded = call.unary(Op::round, call.binary(to, y, scale));
  call.result(call.cast(call.binary(back, rounded, scale), call.dtype(x)));
}

// The result of `compute` on the operand as a real of computeType, rounded once.
void composite(AtenCall& call, ValueId (*compute)(AtenCall&, ValueId)) {
  const DType dtype = realType(call.dtype(call.tensor("self")));
  call.result(call.cast(compute(call, wide(call, "self", Promotion::real)), dtype));
}

void rad2deg(AtenCall& call) {
  composite(call, [](AtenCall& c, ValueId x) { return c.binary(Op::mul, x, 180 / kPi); });
}

void deg2rad(AtenCall& call) {
  composite(call, [](AtenCall& c, ValueId x) { return c.binary(Op::mul, x, kPi / 180); });
}

void sinc(AtenCall& call) {
  composite(call, [](AtenCall& c, ValueId x) {
    const ValueId y = c.binary(Op::mul, x, kPi);
    const ValueId zero = c.binary(Op::eq, x, 0.0);
    return c.select(zero, c.scalar(1.0, c.dtype(x)), c.div(c.unary(Op::sin, y), y));
  });
}

// log(x / (1 - x)), x clamped to [eps, 1 - eps] when eps is given.
void logit(AtenCall& call) {
  composite(call, [](AtenCall& c, ValueId x) {
    if (!c.isNone("eps")) {
      const double eps = c.real("eps");
      x = c.binary(Op::minimum, c.binary(Op::maximum, x, eps), 1 - eps);
    }
    return c.unary(Op::log, c.div(x, c.sub(c.scalar(1.0, c.dtype(x)), x)));
  });
}

void ndtr(AtenCall& call) {
  composite(call, [](AtenCall& c, ValueId x) {
    const ValueId t = c.binary(Op::mul, x, -std::numbers::sqrt2 / 2);
    return c.binary(Op::mul, c.unary(Op::erfc, t), 0.5);
  });
}

// -x log x; 0 at 0, -inf below.
void entr(AtenCall& call) {
  composite(call, [](AtenCall& c, ValueId x) {
    const DType dtype = c.dtype(x);
    const ValueId inside = c.unary(Op::neg, c.mul(x, c.unary(Op::log, x)));
    const ValueId zero = c.binary(Op::eq, x, 0.0), below = c.binary(Op::lt, x, 0.0);
    const ValueId negative = c.select(below, c.scalar(-HUGE_VAL, dtype), inside);
    return c.select(zero, c.scalar(0.0, dtype), negative);
  });
}

void nanToNum(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const DType dtype = call.dtype(x);
  if (!isFloat(dtype)) return call.result(x);
  const double largest = dtype == DType::f64    ? 1.7976931348623157e308
                         : dtype == DType::f16  ? 65504.0
                         : dtype == DType::bf16 ? 3.3895313892515355e38
                                                : 3.4028234663852886e38;
  const double nan = call.isNone("nan") ? 0.0 : call.real("nan");
  const double high = call.isNone("posinf") ? largest : call.real("posinf");
  const double low = call.isNone("neginf") ? -largest : call.real("neginf");
  ValueId y = call.make(Op::select, {call.unary(Op::isnan, x), call.scalar(nan, dtype), x});
  y = call.make(Op::select, {call.binary(Op::eq, x, HUGE_VAL), call.scalar(high, dtype), y});
  y = call.make(Op::select, {call.binary(Op::eq, x, -HUGE_VAL), call.scalar(low, dtype), y});
  call.result(y);
}

constexpr Rule kUnaryRules[] = {
    {"aten.abs.default", abs},
    {"aten.absolute.default", abs},
    {"aten.acos.default", real<Op::acos>},
    {"aten.acosh.default", real<Op::acosh>},
    {"aten.arccos.default", real<Op::acos>},
    {"aten.arccosh.default", real<Op::acosh>},
    {"aten.arcsin.default", real<Op::asin>},
    {"aten.arcsinh.default", real<Op::asinh>},
    {"aten.arctan.default", real<Op::atan>},
    {"aten.arctanh.default", real<Op::atanh>},
    {"aten.asin.default", real<Op::asin>},
    {"aten.asinh.default", real<Op::asinh>},
    {"aten.atan.default", real<Op::atan>},
    {"aten.atanh.default", real<Op::atanh>},
    {"aten.bitwise_not.default", plain<Op::bitwise_not>},
    {"aten.ceil.default", rounding<Op::ceil>},
    {"aten.cos.default", real<Op::cos>},
    {"aten.cosh.default", real<Op::cosh>},
    {"aten.deg2rad.default", deg2rad},
    {"aten.digamma.default", real<Op::digamma>},
    {"aten.erf.default", real<Op::erf>},
    {"aten.erfc.default", real<Op::erfc>},
    {"aten.erfinv.default", real<Op::erfinv>},
    {"aten.exp.default", real<Op::exp>},
    {"aten.exp2.default", real<Op::exp2>},
    {"aten.expm1.default", real<Op::expm1>},
    {"aten.fix.default", rounding<Op::trunc>},
    {"aten.floor.default", rounding<Op::floor>},
    {"aten.frac.default", frac},
    {"aten.i0.default", real<Op::bessel_i0>},
    {"aten.isfinite.default", isfinite},
    {"aten.isinf.default", test<Op::isinf>},
    {"aten.isnan.default", test<Op::isnan>},
    {"aten.isneginf.default", isSignedInfinity<-1>},
    {"aten.isposinf.default", isSignedInfinity<1>},
    {"aten.lgamma.default", real<Op::lgamma>},
    {"aten.log.default", real<Op::log>},
    {"aten.log10.default", real<Op::log10>},
    {"aten.log1p.default", real<Op::log1p>},
    {"aten.log2.default", real<Op::log2>},
    {"aten.logical_not.default", logicalNot},
    {"aten.logit.default", logit},
    {"aten.nan_to_num.default", nanToNum},
    {"aten.neg.default", plain<Op::neg>},
    {"aten.negative.default", plain<Op::neg>},
    {"aten.positive.default", identity},
    {"aten.rad2deg.default", rad2deg},
    {"aten.reciprocal.default", real<Op::reciprocal>},
    {"aten.round.decimals", roundDecimals},
    {"aten.round.default", rounding<Op::round>},
    {"aten.rsqrt.default", real<Op::rsqrt>},
    {"aten.sgn.default", sgn},
    {"aten.sigmoid.default", real<Op::sigmoid>},
    {"aten.sign.default", plain<Op::sign>},
    {"aten.signbit.default", signbit},
    {"aten.sin.default", real<Op::sin>},
    {"aten.sinc.default", sinc},
    {"aten.sinh.default", real<Op::sinh>},
    {"aten.special_digamma.default", real<Op::digamma>},
    {"aten.special_entr.default", entr},
    {"aten.special_erf.default", real<Op::erf>},
    {"aten.special_erfc.default", real<Op::erfc>},
    {"aten.special_erfinv.default", real<Op::erfinv>},
    {"aten.special_exp2.default", real<Op::exp2>},
    {"aten.special_expit.default", real<Op::sigmoid>},
    {"aten.special_expm1.default", real<Op::expm1>},
    {"aten.special_gammaln.default", real<Op::lgamma>},
    {"aten.special_i0.default", real<Op::bessel_i0>},
    {"aten.special_log1p.default", real<Op::log1p>},
    {"aten.special_log_ndtr.default", real<Op::log_ndtr>},
    {"aten.special_logit.default", logit},
    {"aten.special_ndtr.default", ndtr},
    {"aten.special_ndtri.default", real<Op::ndtri>},
    {"aten.special_psi.default", real<Op::digamma>},
    {"aten.special_sinc.default", sinc},
    {"aten.sqrt.default", real<Op::sqrt>},
    {"aten.square.default", square},
    {"aten.tan.default", real<Op::tan>},
    {"aten.tanh.default", real<Op::tanh>},
    {"aten.trunc.default", rounding<Op::trunc>},
};

}  // namespace

std::span<const Rule> unaryRules();
std::span<const Rule> unaryRules() {
  return kUnaryRules;
}

}  // namespace mcc
