// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// iota: equally spaced numbers.
#include "ir/diagnostics.h"
#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/values.h"

namespace mcc {
namespace {

std::vector<TensorType> inferIota(const OpView& view) {
  requireCount(view, 0, 0);
  const DType dtype = view.attributes().dtype("dtype");
  if (!isInteger(dtype) && !isFloat(dtype)) fail(view, std::string("can't make ") + name(dtype));
  return {{dtype, {view.attributes().dim("size")}, std::nullopt}};
}

void evaluateIota(EvalContext& context) {
  const Attributes& attributes = context.node.attributes;
  Tensor result = context.make(0);
  const bool exact = attributes.find("start")->is<Dim>() && attributes.find("step")->is<Dim>();
  if (exact) {
    const std::int64_t start = context.integer("start"), step = context.integer("step");
    for (std::int64_t i = 0; i < result.size(); ++i) {
      result.setInteger(i, wrapAdd(start, wrapMultiply(i, step)));
    }
  } else {
    const auto number = [&](const char* name) {
      const bool integer = attributes.find(name)->is<Dim>();
      return integer ? static_cast<double>(context.integer(name)) : attributes.real(name);
    };
    const double start = number("start"), step = number("step");
    for (std::int64_t i = 0; i < result.size(); ++i) {
      result.setReal(i, start + static_cast<double>(i) * step);
    }
  }
  context.results = {std::move(result)};
}

void lowerIota(Lowering& lowering) {
  const Attributes& attributes = lowering.node().attributes;
  requireKernelType(lowering.resultType(0).dtype);
  const Attribute& start = *attributes.find("start");
  const Attribute& step = *attributes.find("step");
  const bool exact = start.is<Dim>() && step.is<Dim>();
  const DType dtype = exact ? DType::i64 : DType::f64;
  lowering.call(exact ? "iota" : "iotaReal",
                {Lowering::integer(attributes.dim("size")), Lowering::literal(start, dtype),
                 Lowering::literal(step, dtype), Lowering::write(lowering.result(0))});
}

}  // namespace

extern const OpDef iotaDef;
const OpDef iotaDef = {Op::iota, inferIota, evaluateIota, lowerIota};

}  // namespace mcc
