// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// full: one number everywhere.
#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {
namespace {

std::vector<TensorType> inferFull(const OpView& view) {
  return {{view.attributes().dtype("dtype"), view.attributes().dims("shape"), std::nullopt}};
}

void evaluateFull(EvalContext& context) {
  Tensor result = context.make(0);
  const Attribute& value = *context.node.attributes.find("value");
  for (std::int64_t i = 0; i < result.size(); ++i) {
    if (value.is<std::complex<double>>()) {
      result.setComplex(i, value.as<std::complex<double>>());
    } else if (value.is<Dim>()) {
      result.setInteger(i, value.as<Dim>().evaluate(context.bindings));
    } else {
      result.setReal(i, context.node.attributes.real("value"));
    }
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef fullDef;
const OpDef fullDef = {Op::full, inferFull, evaluateFull};

}  // namespace mcc
