// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sort and topk share.
#pragma once
#include "ir/op_def.h"

namespace mcc {

// Fills both results with the first elements of every line in sorted order, as many as the result
// is long, and their positions. Stable; NaN is the largest.
void evaluateSorted(EvalContext& context, bool descending);

}  // namespace mcc
