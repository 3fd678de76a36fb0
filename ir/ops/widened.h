// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small integers that are summed in a wider type: attributes dtype and zero_point of conv, matmul
// and avg_pool.
#pragma once
#include <vector>

#include "ir/op_def.h"
#include "ir/ops/numeric.h"

namespace mcc {

// The type that operand 0 is summed in; checks both attributes.
DType requireWidening(const OpView& view);

// The same for conv and matmul, where operands 0 and 1 meet in it and the bias has it.
DType requireProductTypes(const OpView& view);

// The same of a node whose types were checked.
DType widenedType(const Node& node, DType x);

// Elements of operand 0, less zero_point.
template <class T>
std::vector<T> shiftedElements(const EvalContext& context) {
  std::vector<T> values = elementsOf<T>(context.in(0));
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    if (!context.node.attributes.has("zero_point")) return values;
    const auto zero = static_cast<T>(context.integer("zero_point"));
    for (T& value : values) value -= zero;
  }
  return values;
}

}  // namespace mcc
