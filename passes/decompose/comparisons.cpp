// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons, logic, bits and choices between values.
#include "passes/decompose/promotion.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

// On operands of one type: comparisons and bits.
template <Op kOp>
void plain(AtenCall& call) {
  const Values v = promoted(call, {"self", "other"});
  call.result(call.binary(kOp, v[0], v[1]));
}

// On whether the operands are zero.
template <Op kOp>
void logical(AtenCall& call) {
  const ValueId a = call.cast(call.tensor("self"), DType::boolean);
  call.result(call.binary(kOp, a, call.cast(call.tensor("other"), DType::boolean)));
}

void where(AtenCall& call) {
  const ValueId condition = call.cast(call.tensor("condition"), DType::boolean);
  const Values v = promoted(call, {"self", "other"});
  call.result(call.select(condition, v[0], v[1]));
}

void maskedFill(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId mask = call.cast(call.tensor("mask"), DType::boolean);
  call.result(call.select(mask, asType(call, "value", call.dtype(x)), x));
}

// min(max(self, min), max) in the common type; NaN stays.
void clamp(AtenCall& call) {
  ResultType type;
  for (const char* argument : {"self", "min", "max"}) type.add(call, argument);
  const DType dtype = type.get();
  ValueId x = asType(call, "self", dtype);
  if (!call.isNone("min")) x = call.binary(Op::maximum, x, asType(call, "min", dtype));
  if (!call.isNone("max")) x = call.binary(Op::minimum, x, asType(call, "max", dtype));
  call.result(x);
}

template <Op kOp>
void clampOne(AtenCall& call) {
  const char* bound = kOp == Op::maximum ? "min" : "max";
  const Values v = promoted(call, {"self", bound});
  call.result(call.binary(kOp, v[0], v[1]));
}

// Whether each element occurs among the test elements.
void isinOf(AtenCall& call, const char* elements, const char* tests) {
  const Values v = promoted(call, {elements, tests});
  const ValueId others = call.reshape(v[1], {product(call.shape(v[1]))});
  const ValueId same = call.binary(Op::eq, call.unsqueeze(v[0], -1), others);
  const ValueId found = call.reduce(Op::reduce_any, same, {call.rank(same) - 1});
  call.result(call.boolean("invert") ? call.unary(Op::logical_not, found) : found);
}

void isin(AtenCall& call) { isinOf(call, "elements", "test_elements"); }
void isinScalar(AtenCall& call) { isinOf(call, "elements", "test_element"); }
void isScalarIn(AtenCall& call) { isinOf(call, "element", "test_elements"); }

void equal(AtenCall& call) {
  const Values v = promoted(call, {"self", "other"});
  if (call.shape(v[0]) != call.shape(v[1])) {
    return call.result(call.full(false, DType::boolean, {}));
  }
  const ValueId same = call.binary(Op::eq, v[0], v[1]);
  std::vector<std::int64_t> axes;
  for (std::int64_t axis = 0; axis < call.rank(same); ++axis) axes.push_back(axis);
  call.result(call.reduce(Op::reduce_all, same, axes));
}

constexpr Rule kRules[] = {
    {"aten.__and__.Scalar", plain<Op::bitwise_and>},
    {"aten.__and__.Tensor", plain<Op::bitwise_and>},
    {"aten.__lshift__.Scalar", plain<Op::shift_left>},
    {"aten.__lshift__.Tensor", plain<Op::shift_left>},
    {"aten.__or__.Scalar", plain<Op::bitwise_or>},
    {"aten.__or__.Tensor", plain<Op::bitwise_or>},
    {"aten.__rshift__.Scalar", plain<Op::shift_right>},
    {"aten.__rshift__.Tensor", plain<Op::shift_right>},
    {"aten.__xor__.Scalar", plain<Op::bitwise_xor>},
    {"aten.__xor__.Tensor", plain<Op::bitwise_xor>},
    {"aten.bitwise_and.Scalar", plain<Op::bitwise_and>},
    {"aten.bitwise_and.Tensor", plain<Op::bitwise_and>},
    {"aten.bitwise_left_shift.Tensor", plain<Op::shift_left>},
    {"aten.bitwise_left_shift.Tensor_Scalar", plain<Op::shift_left>},
    {"aten.bitwise_or.Scalar", plain<Op::bitwise_or>},
    {"aten.bitwise_or.Tensor", plain<Op::bitwise_or>},
    {"aten.bitwise_right_shift.Tensor", plain<Op::shift_right>},
    {"aten.bitwise_right_shift.Tensor_Scalar", plain<Op::shift_right>},
    {"aten.bitwise_xor.Scalar", plain<Op::bitwise_xor>},
    {"aten.bitwise_xor.Tensor", plain<Op::bitwise_xor>},
    {"aten.clamp.Tensor", clamp},
    {"aten.clamp.default", clamp},
    {"aten.clamp_max.Tensor", clampOne<Op::minimum>},
    {"aten.clamp_max.default", clampOne<Op::minimum>},
    {"aten.clamp_min.Tensor", clampOne<Op::maximum>},
    {"aten.clamp_min.default", clampOne<Op::maximum>},
    {"aten.clip.Tensor", clamp},
    {"aten.clip.default", clamp},
    {"aten.eq.Scalar", plain<Op::eq>},
    {"aten.eq.Tensor", plain<Op::eq>},
    {"aten.equal.default", equal},
    {"aten.ge.Scalar", plain<Op::ge>},
    {"aten.ge.Tensor", plain<Op::ge>},
    {"aten.greater.Scalar", plain<Op::gt>},
    {"aten.greater.Tensor", plain<Op::gt>},
    {"aten.greater_equal.Scalar", plain<Op::ge>},
    {"aten.greater_equal.Tensor", plain<Op::ge>},
    {"aten.gt.Scalar", plain<Op::gt>},
    {"aten.gt.Tensor", plain<Op::gt>},
    {"aten.isin.Scalar_Tensor", isScalarIn},
    {"aten.isin.Tensor_Scalar", isinScalar},
    {"aten.isin.Tensor_Tensor", isin},
    {"aten.le.Scalar", plain<Op::le>},
    {"aten.le.Tensor", plain<Op::le>},
    {"aten.less.Scalar", plain<Op::lt>},
    {"aten.less.Tensor", plain<Op::lt>},
    {"aten.less_equal.Scalar", plain<Op::le>},
    {"aten.less_equal.Tensor", plain<Op::le>},
    {"aten.logical_and.default", logical<Op::logical_and>},
    {"aten.logical_or.default", logical<Op::logical_or>},
    {"aten.logical_xor.default", logical<Op::logical_xor>},
    {"aten.lt.Scalar", plain<Op::lt>},
    {"aten.lt.Tensor", plain<Op::lt>},
    {"aten.masked_fill.Scalar", maskedFill},
    {"aten.masked_fill.Tensor", maskedFill},
    {"aten.ne.Scalar", plain<Op::ne>},
    {"aten.ne.Tensor", plain<Op::ne>},
    {"aten.not_equal.Scalar", plain<Op::ne>},
    {"aten.not_equal.Tensor", plain<Op::ne>},
    {"aten.where.Scalar", where},
    {"aten.where.ScalarOther", where},
    {"aten.where.ScalarSelf", where},
    {"aten.where.self", where},
};

}  // namespace

std::span<const Rule> comparisonsRules();
std::span<const Rule> comparisonsRules() { return kRules; }

}  // namespace mcc
