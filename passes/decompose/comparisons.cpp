// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons, logic, bits and choices between values.
#include "passes/decompose/promotion.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

// On operands of one type: comparisons and bits.
template <Op kOp>
void compare(AtenCall& call) {
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

void isin(AtenCall& call) {
  isinOf(call, "elements", "test_elements");
}
void isinScalar(AtenCall& call) {
  isinOf(call, "elements", "test_element");
}
void isScalarIn(AtenCall& call) {
  isinOf(call, "element", "test_elements");
}

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

constexpr Rule kComparisonsRules[] = {
    {"aten.__and__.Scalar", compare<Op::bitwise_and>},
    {"aten.__and__.Tensor", compare<Op::bitwise_and>},
    {"aten.__lshift__.Scalar", compare<Op::shift_left>},
    {"aten.__lshift__.Tensor", compare<Op::shift_left>},
    {"aten.__or__.Scalar", compare<Op::bitwise_or>},
    {"aten.__or__.Tensor", compare<Op::bitwise_or>},
    {"aten.__rshift__.Scalar", compare<Op::shift_right>},
    {"aten.__rshift__.Tensor", compare<Op::shift_right>},
    {"aten.__xor__.Scalar", compare<Op::bitwise_xor>},
    {"aten.__xor__.Tensor", compare<Op::bitwise_xor>},
    {"aten.bitwise_and.Scalar", compare<Op::bitwise_and>},
    {"aten.bitwise_and.Tensor", compare<Op::bitwise_and>},
    {"aten.bitwise_left_shift.Tensor", compare<Op::shift_left>},
    {"aten.bitwise_left_shift.Tensor_Scalar", compare<Op::shift_left>},
    {"aten.bitwise_or.Scalar", compare<Op::bitwise_or>},
    {"aten.bitwise_or.Tensor", compare<Op::bitwise_or>},
    {"aten.bitwise_right_shift.Tensor", compare<Op::shift_right>},
    {"aten.bitwise_right_shift.Tensor_Scalar", compare<Op::shift_right>},
    {"aten.bitwise_xor.Scalar", compare<Op::bitwise_xor>},
    {"aten.bitwise_xor.Tensor", compare<Op::bitwise_xor>},
    {"aten.clamp.Tensor", clamp},
    {"aten.clamp.default", clamp},
    {"aten.clamp_max.Tensor", clampOne<Op::minimum>},
    {"aten.clamp_max.default", clampOne<Op::minimum>},
    {"aten.clamp_min.Tensor", clampOne<Op::maximum>},
    {"aten.clamp_min.default", clampOne<Op::maximum>},
    {"aten.clip.Tensor", clamp},
    {"aten.clip.default", clamp},
    {"aten.eq.Scalar", compare<Op::eq>},
    {"aten.eq.Tensor", compare<Op::eq>},
    {"aten.equal.default", equal},
    {"aten.ge.Scalar", compare<Op::ge>},
    {"aten.ge.Tensor", compare<Op::ge>},
    {"aten.greater.Scalar", compare<Op::gt>},
    {"aten.greater.Tensor", compare<Op::gt>},
    {"aten.greater_equal.Scalar", compare<Op::ge>},
    {"aten.greater_equal.Tensor", compare<Op::ge>},
    {"aten.gt.Scalar", compare<Op::gt>},
    {"aten.gt.Tensor", compare<Op::gt>},
    {"aten.isin.Scalar_Tensor", isScalarIn},
    {"aten.isin.Tensor_Scalar", isinScalar},
    {"aten.isin.Tensor_Tensor", isin},
    {"aten.le.Scalar", compare<Op::le>},
    {"aten.le.Tensor", compare<Op::le>},
    {"aten.less.Scalar", compare<Op::lt>},
    {"aten.less.Tensor", compare<Op::lt>},
    {"aten.less_equal.Scalar", compare<Op::le>},
    {"aten.less_equal.Tensor", compare<Op::le>},
    {"aten.logical_and.default", logical<Op::logical_and>},
    {"aten.logical_or.default", logical<Op::logical_or>},
    {"aten.logical_xor.default", logical<Op::logical_xor>},
    {"aten.lt.Scalar", compare<Op::lt>},
    {"aten.lt.Tensor", compare<Op::lt>},
    {"aten.masked_fill.Scalar", maskedFill},
    {"aten.masked_fill.Tensor", maskedFill},
    {"aten.ne.Scalar", compare<Op::ne>},
    {"aten.ne.Tensor", compare<Op::ne>},
    {"aten.not_equal.Scalar", compare<Op::ne>},
    {"aten.not_equal.Tensor", compare<Op::ne>},
    {"aten.where.Scalar", where},
    {"aten.where.ScalarOther", where},
    {"aten.where.ScalarSelf", where},
    {"aten.where.self", where},
};

}  // namespace

std::span<const Rule> comparisonsRules();
std::span<const Rule> comparisonsRules() {
  return kComparisonsRules;
}

}  // namespace mcc
