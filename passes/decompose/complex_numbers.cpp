// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex tensors and their parts.
#include <cmath>
#include <numbers>

#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

ValueId part(AtenCall& call, Op op, ValueId x) {
  return call.unary(op, x);
}

void real(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(isComplex(call.dtype(x)) ? part(call, Op::real, x) : x);
}

void imag(AtenCall& call) {
  call.result(part(call, Op::imag, call.tensor("self")));
}

void conjugate(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (!isComplex(call.dtype(x))) return call.result(x);
  const ValueId negated = call.unary(Op::neg, part(call, Op::imag, x));
  call.result(call.binary(Op::complex, part(call, Op::real, x), negated));
}

void identity(AtenCall& call) {
  call.result(call.tensor("self"));
}

void complex(AtenCall& call) {
  call.result(call.make(Op::complex, {call.tensor("real"), call.tensor("imag")}));
}

void polar(AtenCall& call) {
  const ValueId size = call.tensor("abs"), angle = call.tensor("angle");
  call.result(call.make(Op::complex, {call.mul(size, call.unary(Op::cos, angle)),
                                      call.mul(size, call.unary(Op::sin, angle))}));
}

// Of a real number: pi below 0, else 0; NaN stays.
void angle(AtenCall& call) {
  const ValueId given = call.tensor("self");
  if (isComplex(call.dtype(given))) {
    return call.result(
        call.make(Op::atan2, {part(call, Op::imag, given), part(call, Op::real, given)}));
  }
  const ValueId x = call.cast(given, realType(call.dtype(given)));
  const DType dtype = call.dtype(x);
  const ValueId turn =
      call.make(Op::select, {call.binary(Op::lt, x, 0.0), call.full(std::numbers::pi, dtype, {}),
                             call.full(0, dtype, {})});
  call.result(call.select(call.unary(Op::isnan, x), x, turn));
}

void isreal(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (!isComplex(call.dtype(x))) {
    return call.result(call.full(true, DType::boolean, call.shape(x)));
  }
  call.result(call.binary(Op::eq, part(call, Op::imag, x), 0.0));
}

void viewAsReal(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(stacked(call, {part(call, Op::real, x), part(call, Op::imag, x)}, call.rank(x)));
}

void viewAsComplex(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t last = call.rank(x) - 1;
  call.result(
      call.make(Op::complex, {selected(call, x, last, Dim(0)), selected(call, x, last, Dim(1))}));
}

constexpr Rule kComplexNumbersRules[] = {
    {"aten._conj.default", conjugate},
    {"aten._conj_physical.default", conjugate},
    {"aten.angle.default", angle},
    {"aten.complex.default", complex},
    {"aten.conj.default", conjugate},
    {"aten.conj_physical.default", conjugate},
    {"aten.imag.default", imag},
    {"aten.isreal.default", isreal},
    {"aten.polar.default", polar},
    {"aten.real.default", real},
    {"aten.resolve_conj.default", identity},
    {"aten.resolve_neg.default", identity},
    {"aten.view_as_complex.default", viewAsComplex},
    {"aten.view_as_complex_copy.default", viewAsComplex},
    {"aten.view_as_real.default", viewAsReal},
    {"aten.view_as_real_copy.default", viewAsReal},
};

}  // namespace

std::span<const Rule> complex_numbersRules();
std::span<const Rule> complex_numbersRules() {
  return kComplexNumbersRules;
}

}  // namespace mcc
