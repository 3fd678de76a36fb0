// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions, and operators that only say how a tensor is stored: values have no layout, device or
// sharing here, so these are the operand itself.
#include "passes/decompose/promotion.h"

namespace mcc {
namespace {

void identity(AtenCall& call) {
  call.result(call.tensor("self"));
}

// To argument `dtype`; None keeps the type.
void toDtype(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(call.cast(x, call.optionalDtype("dtype").value_or(call.dtype(x))));
}

void toOther(AtenCall& call) {
  call.result(call.cast(call.tensor("self"), call.dtype(call.tensor("other"))));
}

// The source, converted and stretched to what it is copied into.
void copy(AtenCall& call) {
  const ValueId target = call.tensor("self");
  call.result(call.expand(call.cast(call.tensor("src"), call.dtype(target)), call.shape(target)));
}

void fill(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId value = asType(call, "value", call.dtype(x));
  call.result(call.expand(call.reshape(value, {}), call.shape(x)));
}

void zero(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(call.full(0, call.dtype(x), call.shape(x)));
}

constexpr Rule kCopiesRules[] = {
    {"aten._to_copy.default", toDtype},
    {"aten.alias.default", identity},
    {"aten.alias_copy.default", identity},
    {"aten.clone.default", identity},
    {"aten.contiguous.default", identity},
    {"aten.copy.default", copy},
    {"aten.detach.default", identity},
    {"aten.detach_copy.default", identity},
    {"aten.fill.Scalar", fill},
    {"aten.fill.Tensor", fill},
    {"aten.lift.default", identity},
    {"aten.lift_fresh.default", identity},
    {"aten.lift_fresh_copy.default", identity},
    {"aten.requires_grad_.default", identity},
    {"aten.to.device", toDtype},
    {"aten.to.dtype", toDtype},
    {"aten.to.dtype_layout", toDtype},
    {"aten.to.other", toOther},
    {"aten.to.prim_Device", toDtype},
    {"aten.type_as.default", toOther},
    {"aten.zero.default", zero},
};

}  // namespace

std::span<const Rule> copiesRules();
std::span<const Rule> copiesRules() {
  return kCopiesRules;
}

}  // namespace mcc
