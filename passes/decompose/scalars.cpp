// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python numbers that a program computes (0-d f64, i64 and bool tensors here; integers are mostly
// Dims already) and assertions.
#include "ir/diagnostics.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

// The arguments in the order of the file: these targets have no schema.
Values operandsOf(AtenCall& call, std::size_t count) {
  Values values;
  for (const auto& [name, value] : call.node().attributes.items()) {
    values.push_back(call.tensor(name));
  }
  if (values.size() != count) {
    throw Error(call.target() + ": takes " + std::to_string(count) + " arguments, not " +
                std::to_string(values.size()));
  }
  return values;
}

// Operands as f64, or as i64 when all of them are integers or bools.
Values numbers(AtenCall& call, std::size_t count) {
  Values values = operandsOf(call, count);
  bool real = false;
  for (const ValueId value : values) real = real || isFloat(call.dtype(value));
  for (ValueId& value : values) value = call.cast(value, real ? DType::f64 : DType::i64);
  return values;
}

template <Op kOp>
void arithmetic(AtenCall& call) {
  const Values v = numbers(call, 2);
  call.result(call.binary(kOp, v[0], v[1]));
}

template <Op kOp>
void real(AtenCall& call) {
  const Values v = operandsOf(call, 2);
  call.result(call.make(kOp, {call.cast(v[0], DType::f64), call.cast(v[1], DType::f64)}));
}

template <Op kOp>
void realUnary(AtenCall& call) {
  call.result(call.unary(kOp, call.cast(operandsOf(call, 1)[0], DType::f64)));
}

template <Op kOp>
void logic(AtenCall& call) {
  const Values v = operandsOf(call, 2);
  call.result(call.make(kOp, {call.cast(v[0], DType::boolean), call.cast(v[1], DType::boolean)}));
}

void logicNot(AtenCall& call) {
  call.result(call.unary(Op::logical_not, call.cast(operandsOf(call, 1)[0], DType::boolean)));
}

void negate(AtenCall& call) {
  call.result(call.unary(Op::neg, numbers(call, 1)[0]));
}
void toReal(AtenCall& call) {
  call.result(call.cast(operandsOf(call, 1)[0], DType::f64));
}

void choose(AtenCall& call) {
  const Values v = operandsOf(call, 3);
  const bool real = isFloat(call.dtype(v[1])) || isFloat(call.dtype(v[2]));
  const DType dtype = real ? DType::f64 : call.dtype(v[1]);
  call.result(call.make(Op::select, {call.cast(v[0], DType::boolean), call.cast(v[1], dtype),
                                     call.cast(v[2], dtype)}));
}

// The one element of a tensor as a number.
void item(AtenCall& call) {
  const ValueId x = call.reshape(call.tensor("self"), {});
  const DType dtype = call.dtype(x);
  if (isComplex(dtype)) call.unsupported("a complex number");
  const bool boolean = dtype == DType::boolean;
  call.result(boolean ? x : call.cast(x, isFloat(dtype) ? DType::f64 : DType::i64));
}

// ---- assertions ----

void assertThat(AtenCall& call) {
  const auto& items = call.node().attributes.items();
  if (items.empty()) throw Error(call.target() + ": has no condition");
  const Attribute& given = items[0].second;
  call.results({});
  if (given.is<bool>() && given.as<bool>()) return;
  const Attribute* message = call.node().attributes.find("assert_msg");
  const std::string text = message != nullptr && message->is<std::string>()
                               ? message->as<std::string>()
                               : "assertion of the program";
  const ValueId condition = call.cast(call.tensor(items[0].first), DType::boolean);
  call.makeAll(Op::check, {call.reshape(condition, {})}, {{"message", text}});
}

// Facts about types, which inference checks, and about ranges, which symbols carry.
void nothing(AtenCall& call) {
  call.results({});
}

constexpr Rule kScalarsRules[] = {
    {"_operator.add", arithmetic<Op::add>},
    {"_operator.and_", logic<Op::logical_and>},
    {"_operator.eq", arithmetic<Op::eq>},
    {"_operator.floordiv", arithmetic<Op::floor_div>},
    {"_operator.ge", arithmetic<Op::ge>},
    {"_operator.gt", arithmetic<Op::gt>},
    {"_operator.le", arithmetic<Op::le>},
    {"_operator.lt", arithmetic<Op::lt>},
    {"_operator.mod", arithmetic<Op::remainder>},
    {"_operator.mul", arithmetic<Op::mul>},
    {"_operator.ne", arithmetic<Op::ne>},
    {"_operator.neg", negate},
    {"_operator.or_", logic<Op::logical_or>},
    {"_operator.pow", real<Op::pow>},
    {"_operator.sub", arithmetic<Op::sub>},
    {"_operator.truediv", real<Op::div>},
    {"aten._assert_async.default", assertThat},
    {"aten._assert_async.msg", assertThat},
    {"aten._assert_scalar.default", assertThat},
    {"aten._assert_tensor_metadata.default", nothing},
    {"aten._functional_assert_scalar.default", assertThat},
    {"aten._local_scalar_dense.default", item},
    {"aten.item.default", item},
    {"aten.sym_constrain_range.default", nothing},
    {"aten.sym_constrain_range_for_size.default", nothing},
    {"torch._sym_cos", realUnary<Op::cos>},
    {"torch._sym_cosh", realUnary<Op::cosh>},
    {"torch._sym_exp", realUnary<Op::exp>},
    {"torch._sym_log2", realUnary<Op::log2>},
    {"torch._sym_sin", realUnary<Op::sin>},
    {"torch._sym_sqrt", realUnary<Op::sqrt>},
    {"torch._sym_tanh", realUnary<Op::tanh>},
    {"torch.sym_float", toReal},
    {"torch.sym_ite", choose},
    {"torch.sym_max", arithmetic<Op::maximum>},
    {"torch.sym_min", arithmetic<Op::minimum>},
    {"torch.sym_not", logicNot},
};

}  // namespace

std::span<const Rule> scalarsRules();
std::span<const Rule> scalarsRules() {
  return kScalarsRules;
}

}  // namespace mcc
