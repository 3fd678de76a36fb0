// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of two (or three) operands, element by element, with PyTorch's type promotion.
#include <cmath>
#include <numbers>

#include "passes/decompose/promotion.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

template <Op kOp>
void plain(AtenCall& call) {
  const Values v = promoted(call, {"self", "other"});
  call.result(call.binary(kOp, v[0], v[1]));
}

template <Op kOp>
void real(AtenCall& call) {
  const Values v = promoted(call, {"self", "other"}, Promotion::real);
  call.result(call.binary(kOp, v[0], v[1]));
}

bool isOne(const AtenCall& call, const std::string& argument) {
  const Attribute& value = call.argument(argument);
  if (value.is<Dim>()) return value.as<Dim>() == Dim(1);
  return value.is<double>() && value.as<double>() == 1;
}

// a + alpha * b, or a - alpha * b. Bools: their sum is "or".
void addScaled(AtenCall& call, Op op, const char* first, const char* second) {
  const DType dtype = promotedType(call, {first, second});
  if (dtype == DType::boolean && op == Op::add) {
    const Values v = promoted(call, {first, second});
    return call.result(call.binary(Op::logical_or, v[0], v[1]));
  }
  if (isOne(call, "alpha")) {
    const Values v = promoted(call, {first, second});
    return call.result(call.binary(op, v[0], v[1]));
  }
  const Values v = promotedWide(call, {first, second});
  const ValueId scaled = call.mul(v[1], asType(call, "alpha", call.dtype(v[1])));
  call.result(call.cast(call.binary(op, v[0], scaled), dtype));
}

void add(AtenCall& call) {
  addScaled(call, Op::add, "self", "other");
}
void sub(AtenCall& call) {
  addScaled(call, Op::sub, "self", "other");
}
void rsub(AtenCall& call) {
  addScaled(call, Op::sub, "other", "self");
}

void mul(AtenCall& call) {
  const Values v = promoted(call, {"self", "other"});
  const Op op = call.dtype(v[0]) == DType::boolean ? Op::logical_and : Op::mul;
  call.result(call.binary(op, v[0], v[1]));
}

// Rounded towards zero or minus infinity in the operands' type.
void divMode(AtenCall& call) {
  if (call.isNone("rounding_mode")) return real<Op::div>(call);
  const std::string mode = call.string("rounding_mode");
  const Values v = promoted(call, {"self", "other"});
  if (mode == "floor") return call.result(call.binary(Op::floor_div, v[0], v[1]));
  if (mode != "trunc") call.unsupported("rounding mode '" + mode + "'");
  if (isInteger(call.dtype(v[0]))) return call.result(call.div(v[0], v[1]));
  const DType dtype = call.dtype(v[0]);
  const Values w = promotedWide(call, {"self", "other"});
  call.result(call.cast(call.unary(Op::trunc, call.div(w[0], w[1])), dtype));
}

ValueId power(AtenCall& call, ValueId x, double exponent) {
  if (exponent == 0) return call.full(1, call.dtype(x), call.shape(x));
  if (exponent == 1) return x;
  if (exponent == 2) return call.mul(x, x);
  if (exponent == 3) return call.mul(call.mul(x, x), x);
  const bool analytic = !isInteger(call.dtype(x));
  if (analytic && exponent == 0.5) return call.unary(Op::sqrt, x);
  if (analytic && exponent == -0.5) return call.unary(Op::rsqrt, x);
  if (analytic && exponent == -1) return call.unary(Op::reciprocal, x);
  if (analytic && exponent == -2) return call.unary(Op::reciprocal, call.mul(x, x));
  return call.binary(Op::pow, x, asType(call, "exponent", call.dtype(x)));
}

void powScalar(AtenCall& call) {
  const DType dtype = promotedType(call, {"self", "exponent"});
  const ValueId x = asType(call, "self", computeType(dtype));
  const Attribute& exponent = call.argument("exponent");
  const bool known = exponent.is<double>() || exponent.is<bool>() ||
                     (exponent.is<Dim>() && exponent.as<Dim>().isConstant());
  const ValueId y = known ? power(call, x, call.real("exponent"))
                          : call.binary(Op::pow, x, asType(call, "exponent", call.dtype(x)));
  call.result(call.cast(y, dtype));
}

void pow(AtenCall& call) {
  const Values v = promoted(call, {"self", "exponent"});
  call.result(call.binary(Op::pow, v[0], v[1]));
}

void floatPower(AtenCall& call) {
  const bool complex = isComplex(promotedType(call, {"self", "exponent"}));
  const DType dtype = complex ? DType::c128 : DType::f64;
  call.result(call.make(Op::pow, {asType(call, "self", dtype), asType(call, "exponent", dtype)}));
}

// |a / gcd * b|; 0 where both are 0.
void lcm(AtenCall& call) {
  const Values v = promoted(call, {"self", "other"});
  const DType dtype = call.dtype(v[0]);
  const ValueId divisor = call.binary(Op::gcd, v[0], v[1]);
  const ValueId zero = call.binary(Op::eq, divisor, call.full(0, dtype, {}));
  const ValueId safe = call.select(zero, call.full(1, dtype, {}), divisor);
  call.result(call.unary(Op::abs, call.mul(call.div(v[0], safe), v[1])));
}

void heaviside(AtenCall& call) {
  const Values v = promoted(call, {"self", "values"});
  const ValueId zero = call.full(0, call.dtype(v[0]), {});
  const ValueId step = call.cast(call.binary(Op::gt, v[0], zero), call.dtype(v[0]));
  call.result(call.select(call.binary(Op::eq, v[0], zero), v[1], step));
}

// self * 2^other
void ldexp(AtenCall& call) {
  const ValueId other = call.tensor("other");
  ResultType exponent;
  exponent.addNumber(DType::f64);
  exponent.addTensor(call.type(other));
  const ValueId y = call.cast(other, exponent.get());
  const ValueId power = call.binary(Op::pow, call.scalar(2.0, exponent.get()), y);
  ResultType result;
  result.addTensor(call.type(call.tensor("self")));
  result.addTensor(call.type(power));
  const DType dtype = result.get();
  call.result(call.make(Op::mul, {call.cast(call.tensor("self"), dtype), call.cast(power, dtype)}));
}

// log(exp(a) + exp(b)) without overflow; equal infinities stay. Base 2: scale is log 2.
void logAddExp(AtenCall& call, bool base2) {
  const DType dtype = promotedType(call, {"self", "other"}, Promotion::real);
  const Values v = promotedWide(call, {"self", "other"}, Promotion::real);
  const ValueId high = call.binary(Op::maximum, v[0], v[1]);
  const ValueId gap = call.unary(Op::neg, call.unary(Op::abs, call.sub(v[0], v[1])));
  ValueId rest = call.unary(Op::log1p, call.unary(base2 ? Op::exp2 : Op::exp, gap));
  if (base2) rest = call.binary(Op::mul, rest, std::numbers::log2e);
  const ValueId infinite =
      call.make(Op::logical_and, {call.unary(Op::isinf, v[0]), call.binary(Op::eq, v[0], v[1])});
  call.result(call.cast(call.select(infinite, v[0], call.add(high, rest)), dtype));
}

void logaddexp(AtenCall& call) {
  logAddExp(call, false);
}
void logaddexp2(AtenCall& call) {
  logAddExp(call, true);
}

// x * log(y), or log(1 + y): 0 where x is 0, NaN where y is NaN.
template <Op kLog>
void xlogy(AtenCall& call) {
  const DType dtype = promotedType(call, {"self", "other"}, Promotion::real);
  const Values v = promotedWide(call, {"self", "other"}, Promotion::real);
  const ValueId product = call.mul(v[0], call.unary(kLog, v[1]));
  const ValueId zero = call.make(
      Op::logical_and,
      {call.binary(Op::eq, v[0], 0.0), call.unary(Op::logical_not, call.unary(Op::isnan, v[1]))});
  const ValueId y = call.select(zero, call.scalar(0.0, call.dtype(v[0])), product);
  call.result(call.cast(y, dtype));
}

// start + w (end - start), seen from the nearer end.
void lerp(AtenCall& call) {
  const DType dtype = promotedType(call, {"self", "end"});
  const DType compute = computeType(dtype);
  const ValueId start = asType(call, "self", compute), end = asType(call, "end", compute);
  const ValueId weight = asType(call, "weight", compute);
  const ValueId gap = call.sub(end, start);
  const ValueId near = call.add(start, call.mul(weight, gap));
  const ValueId rest = call.sub(call.full(1, compute, {}), weight);
  const ValueId far = call.sub(end, call.mul(gap, rest));
  const ValueId size = isComplex(compute) ? call.unary(Op::real, weight) : weight;
  const ValueId low = call.binary(Op::lt, call.unary(Op::abs, size), 0.5);
  call.result(call.cast(call.select(low, near, far), dtype));
}

// self + value * (tensor1 op tensor2)
template <Op kOp>
void addcombined(AtenCall& call) {
  const DType dtype = promotedType(call, {"self", "tensor1", "tensor2"},
                                   kOp == Op::div ? Promotion::real : Promotion::plain);
  const DType compute = computeType(dtype);
  ValueId term =
      call.make(kOp, {asType(call, "tensor1", compute), asType(call, "tensor2", compute)});
  if (!isOne(call, "value")) term = call.mul(term, asType(call, "value", compute));
  call.result(call.cast(call.add(asType(call, "self", compute), term), dtype));
}

// |self - other| <= atol + rtol * |other|, or equal.
void isclose(AtenCall& call) {
  const Values v = promoted(call, {"self", "other"});
  ValueId same = call.binary(Op::eq, v[0], v[1]);
  const bool approximate = isFloat(call.dtype(v[0]));
  if (isComplex(call.dtype(v[0]))) call.unsupported("a complex operand");
  if (approximate && call.boolean("equal_nan")) {
    const ValueId both =
        call.make(Op::logical_and, {call.unary(Op::isnan, v[0]), call.unary(Op::isnan, v[1])});
    same = call.binary(Op::logical_or, same, both);
  }
  const double rtol = call.real("rtol"), atol = call.real("atol");
  if (rtol == 0 && atol == 0) return call.result(same);
  const DType dtype = approximate ? computeType(call.dtype(v[0])) : DType::f64;
  const ValueId a = call.cast(v[0], dtype), b = call.cast(v[1], dtype);
  const ValueId slack = call.unary(Op::abs, call.binary(Op::mul, b, rtol));
  const ValueId allowed = call.binary(Op::add, slack, atol);
  const ValueId error = call.unary(Op::abs, call.sub(a, b));
  const ValueId finite = call.unary(Op::logical_not, call.unary(Op::isinf, error));
  const ValueId near = call.binary(Op::logical_and, finite, call.binary(Op::le, error, allowed));
  call.result(call.binary(Op::logical_or, same, near));
}

constexpr Rule kBinaryRules[] = {
    {"aten.add.Scalar", add},
    {"aten.add.Tensor", add},
    {"aten.addcdiv.default", addcombined<Op::div>},
    {"aten.addcmul.default", addcombined<Op::mul>},
    {"aten.arctan2.default", real<Op::atan2>},
    {"aten.atan2.default", real<Op::atan2>},
    {"aten.copysign.Scalar", real<Op::copysign>},
    {"aten.copysign.Tensor", real<Op::copysign>},
    {"aten.div.Scalar", real<Op::div>},
    {"aten.div.Scalar_mode", divMode},
    {"aten.div.Tensor", real<Op::div>},
    {"aten.div.Tensor_mode", divMode},
    {"aten.divide.Scalar", real<Op::div>},
    {"aten.divide.Tensor", real<Op::div>},
    {"aten.divide.Tensor_mode", divMode},
    {"aten.float_power.Tensor_Scalar", floatPower},
    {"aten.float_power.Tensor_Tensor", floatPower},
    {"aten.floor_divide.Scalar", plain<Op::floor_div>},
    {"aten.floor_divide.default", plain<Op::floor_div>},
    {"aten.fmax.default", plain<Op::fmax>},
    {"aten.fmin.default", plain<Op::fmin>},
    {"aten.fmod.Scalar", plain<Op::fmod>},
    {"aten.fmod.Tensor", plain<Op::fmod>},
    {"aten.gcd.default", plain<Op::gcd>},
    {"aten.heaviside.default", heaviside},
    {"aten.hypot.default", plain<Op::hypot>},
    {"aten.isclose.default", isclose},
    {"aten.lcm.default", lcm},
    {"aten.ldexp.Tensor", ldexp},
    {"aten.lerp.Scalar", lerp},
    {"aten.lerp.Tensor", lerp},
    {"aten.logaddexp.default", logaddexp},
    {"aten.logaddexp2.default", logaddexp2},
    {"aten.max.other", plain<Op::maximum>},
    {"aten.maximum.default", plain<Op::maximum>},
    {"aten.min.other", plain<Op::minimum>},
    {"aten.minimum.default", plain<Op::minimum>},
    {"aten.mul.Scalar", mul},
    {"aten.mul.Tensor", mul},
    {"aten.multiply.Scalar", mul},
    {"aten.multiply.Tensor", mul},
    {"aten.nextafter.default", plain<Op::nextafter>},
    {"aten.pow.Scalar", pow},
    {"aten.pow.Tensor_Scalar", powScalar},
    {"aten.pow.Tensor_Tensor", pow},
    {"aten.remainder.Scalar", plain<Op::remainder>},
    {"aten.remainder.Scalar_Tensor", plain<Op::remainder>},
    {"aten.remainder.Tensor", plain<Op::remainder>},
    {"aten.rsub.Scalar", rsub},
    {"aten.rsub.Tensor", rsub},
    {"aten.special_xlog1py.default", xlogy<Op::log1p>},
    {"aten.special_xlogy.default", xlogy<Op::log>},
    {"aten.sub.Scalar", sub},
    {"aten.sub.Tensor", sub},
    {"aten.subtract.Tensor", sub},
    {"aten.true_divide.Scalar", real<Op::div>},
    {"aten.true_divide.Tensor", real<Op::div>},
    {"aten.xlogy.Scalar_Other", xlogy<Op::log>},
    {"aten.xlogy.Tensor", xlogy<Op::log>},
};

}  // namespace

std::span<const Rule> binaryRules();
std::span<const Rule> binaryRules() {
  return kBinaryRules;
}

}  // namespace mcc
