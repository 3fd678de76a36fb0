// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bind_symbol: a symbol's value comes from data. The range is the module's, so the evaluator of
// modules checks it.
#include "ir/ops/checks.h"

namespace mcc {
namespace {

std::vector<TensorType> inferBindSymbol(const OpView& view) {
  requireCount(view, 1, 1);
  const TensorType& x = view.input(0);
  if (!isInteger(x.dtype)) fail(view, std::string("takes an integer, not ") + name(x.dtype));
  if (!canBeEqual(view, x.elementCount(), Dim(1))) fail(view, "takes one element, not " + text(x));
  view.attributes().string("symbol");
  return {};
}

void evaluateBindSymbol(EvalContext& context) {
  context.bindings[context.node.attributes.string("symbol")] = context.in(0).integer(0);
}

}  // namespace

extern const OpDef bind_symbolDef;
const OpDef bind_symbolDef = {Op::bind_symbol, inferBindSymbol, evaluateBindSymbol};

}  // namespace mcc
