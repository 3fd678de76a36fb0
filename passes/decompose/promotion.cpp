// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Type promotion.
#include "passes/decompose/promotion.h"

#include <algorithm>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

int kind(DType dtype) {
  switch (domain(dtype)) {
    case Domain::boolean: return 0;
    case Domain::integer: return 1;
    case Domain::real: return 2;
    case Domain::complex: return 3;
  }
  return 0;
}

DType complexOf(DType real) { return real == DType::f64 ? DType::c128 : DType::c64; }

DType promoteIntegers(DType a, DType b) {
  if (a == DType::u8 && b == DType::i8) return DType::i16;
  if (a == DType::i8 && b == DType::u8) return DType::i16;
  return byteSize(a) >= byteSize(b) ? a : b;
}

DType promoteReals(DType a, DType b) {
  if (a == b) return a;
  const bool halves = byteSize(a) == 2 && byteSize(b) == 2;  // f16 and bf16
  if (halves) return DType::f32;
  return byteSize(a) > byteSize(b) ? a : b;
}

}  // namespace

DType promoteTypes(DType a, DType b) {
  if (a == b) return a;
  if (kind(a) < kind(b)) std::swap(a, b);  // a is of the higher kind
  if (kind(a) != kind(b)) {
    const bool widens = isComplex(a) && b == DType::f64;
    return widens ? DType::c128 : a;
  }
  if (isInteger(a)) return promoteIntegers(a, b);
  return isComplex(a) ? DType::c128 : promoteReals(a, b);
}

void ResultType::addTensor(const TensorType& type) {
  Group& group = type.rank() == 0 ? scalars_ : tensors_;
  group = {true, group.any ? promoteTypes(group.dtype, type.dtype) : type.dtype};
}

void ResultType::addNumber(DType dtype) {
  if (dtype == DType::f64) dtype = DType::f32;
  if (dtype == DType::c128) dtype = DType::c64;
  numbers_ = {true, numbers_.any ? promoteTypes(numbers_.dtype, dtype) : dtype};
}

void ResultType::add(const AtenCall& call, const std::string& argument) {
  const Attribute& value = call.argument(argument);
  if (value.is<Operand>()) {
    const TensorType& type = call.type(call.node().inputs.at(value.as<Operand>().index));
    return call.takesNumber(argument) ? addNumber(type.dtype) : addTensor(type);
  }
  if (value.isNone()) return;
  if (value.is<bool>()) return addNumber(DType::boolean);
  if (value.is<Dim>()) return addNumber(DType::i64);
  addNumber(value.is<double>() ? DType::f64 : DType::c128);
}

DType ResultType::get() const {
  const auto combine = [](const Group& strong, const Group& weak) -> Group {
    if (!strong.any || !weak.any) return strong.any ? strong : weak;
    if (isComplex(strong.dtype)) return strong;
    if (isFloat(strong.dtype)) {
      return isComplex(weak.dtype) ? Group{true, complexOf(strong.dtype)} : strong;
    }
    if (kind(weak.dtype) <= kind(strong.dtype)) return strong;
    return {true, promoteTypes(strong.dtype, weak.dtype)};
  };
  return combine(tensors_, combine(scalars_, numbers_)).dtype;
}

DType realType(DType dtype) { return kind(dtype) < 2 ? DType::f32 : dtype; }
DType sumType(DType dtype) { return kind(dtype) < 2 ? DType::i64 : dtype; }

DType computeType(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16 ? DType::f32 : dtype;
}

DType partType(DType dtype) {
  if (dtype == DType::c128) return DType::f64;
  return dtype == DType::c64 ? DType::f32 : dtype;
}

ValueId asType(AtenCall& call, const std::string& argument, DType dtype) {
  const Attribute& value = call.argument(argument);
  const bool constant = !value.is<Dim>() || value.as<Dim>().isConstant();
  if (!call.isNumber(argument) || !constant) return call.cast(call.tensor(argument), dtype);
  if (value.is<std::complex<double>>() && !isComplex(dtype)) {
    throw Error(call.target() + ": argument '" + argument + "' can't be complex");
  }
  return call.full(value, dtype, {});
}

DType promotedType(const AtenCall& call, std::initializer_list<const char*> arguments,
                   Promotion promotion) {
  ResultType type;
  for (const char* argument : arguments) type.add(call, argument);
  return promotion == Promotion::real ? realType(type.get()) : type.get();
}

namespace {

std::vector<ValueId> asTypes(AtenCall& call, std::initializer_list<const char*> arguments,
                             DType dtype) {
  std::vector<ValueId> values;
  for (const char* argument : arguments) {
    const bool absent = call.isNone(argument);
    values.push_back(absent ? ValueId{} : asType(call, argument, dtype));
  }
  return values;
}

}  // namespace

std::vector<ValueId> promoted(AtenCall& call, std::initializer_list<const char*> arguments,
                              Promotion promotion) {
  return asTypes(call, arguments, promotedType(call, arguments, promotion));
}

std::vector<ValueId> promotedWide(AtenCall& call, std::initializer_list<const char*> arguments,
                                  Promotion promotion) {
  return asTypes(call, arguments, computeType(promotedType(call, arguments, promotion)));
}

ValueId wide(AtenCall& call, const std::string& argument, Promotion promotion) {
  const ValueId x = call.tensor(argument);
  const DType dtype = promotion == Promotion::real ? realType(call.dtype(x)) : call.dtype(x);
  return call.cast(x, computeType(dtype));
}

}  // namespace mcc
