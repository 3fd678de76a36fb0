// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// softmax and its kin.
#include <cmath>

#include "passes/decompose/rule.h"

namespace mcc {
namespace {

// A 0-d tensor is a row of one.
ValueId alongAxis(AtenCall& call, Op op, ValueId x) {
  const bool isScalar = call.rank(x) == 0;
  if (isScalar) x = call.reshape(x, {Dim(1)});
  const ValueId y = call.make(op, {x}, {{"axis", call.axis("dim", call.rank(x))}});
  return isScalar ? call.reshape(y, {}) : y;
}

ValueId inDtype(AtenCall& call) {
  const ValueId x = call.tensor("self");
  return call.cast(x, call.optionalDtype("dtype").value_or(call.dtype(x)));
}

// half_to_float: the result is f32.
ValueId halfToFloat(AtenCall& call) {
  const ValueId x = call.tensor("self");
  return call.boolean("half_to_float") ? call.cast(x, DType::f32) : x;
}

void softmax(AtenCall& call) {
  call.result(alongAxis(call, Op::softmax, inDtype(call)));
}
void logSoftmax(AtenCall& call) {
  call.result(alongAxis(call, Op::log_softmax, inDtype(call)));
}
void coreSoftmax(AtenCall& call) {
  call.result(alongAxis(call, Op::softmax, halfToFloat(call)));
}
void coreLogSoftmax(AtenCall& call) {
  call.result(alongAxis(call, Op::log_softmax, halfToFloat(call)));
}

// Rows of -inf give 0 instead of NaN.
void safeSoftmax(AtenCall& call) {
  const ValueId x = inDtype(call);
  if (call.rank(x) == 0) call.unsupported("a 0-d tensor");
  const ValueId y = alongAxis(call, Op::softmax, x);
  const ValueId hidden = call.binary(Op::eq, x, -HUGE_VAL);
  const ValueId all = call.reduce(Op::reduce_all, hidden, {call.axis("dim", call.rank(x))}, true);
  call.result(call.select(all, call.scalar(0.0, call.dtype(y)), y));
}

constexpr Rule kSoftmaxRules[] = {
    {"aten.softmax.int", softmax},
    {"aten.log_softmax.int", logSoftmax},
    {"aten.special_softmax.default", softmax},
    {"aten.special_log_softmax.default", logSoftmax},
    {"aten._softmax.default", coreSoftmax},
    {"aten._log_softmax.default", coreLogSoftmax},
    {"aten._safe_softmax.default", safeSoftmax},
};

}  // namespace

std::span<const Rule> softmaxRules();
std::span<const Rule> softmaxRules() {
  return kSoftmaxRules;
}

}  // namespace mcc
