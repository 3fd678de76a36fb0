// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sort, topk and kth_smallest share.
#pragma once
#include "ir/op_def.h"

namespace mcc {

// Fills both results with the first elements of every line in sorted order, as many as the result
// is long, and their positions. Stable; NaN is the largest.
void evaluateSorted(EvalContext& context, bool descending);

// The dimension along which attribute k, from `least` to the dimension's size, says how many of x's
// elements are meant. Error when it can't be in range, or the elements have no order.
std::int64_t selectionAxis(const OpView& view, std::int64_t least);

}  // namespace mcc
