// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nonzero: positions of the elements that are not zero.
#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

std::vector<TensorType> inferNonzero(const OpView& view) {
  requireCount(view, 1, 1);
  const Dim count = Dim::symbol(view.attributes().string("symbol"));
  return {{DType::i64, {count, Dim(view.input(0).rank())}, std::nullopt}};
}

void evaluateNonzero(EvalContext& context) {
  const Tensor& x = context.in(0);
  Sizes found;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    if (x.complex(i) != 0.0) found.push_back(i);  // NaN is not zero
  }
  context.bindings[context.node.attributes.string("symbol")] =
      static_cast<std::int64_t>(found.size());
  Tensor result = context.make(0);
  const Sizes strides = stridesOf(x.shape());
  std::int64_t at = 0;
  for (const std::int64_t position : found) {
    for (std::size_t d = 0; d < strides.size(); ++d) {
      result.setInteger(at++, position / strides[d] % x.shape()[d]);
    }
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef nonzeroDef;
const OpDef nonzeroDef = {Op::nonzero, inferNonzero, evaluateNonzero, lowerNonzero};

}  // namespace mcc
