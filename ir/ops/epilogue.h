// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The epilogue region of matmul and conv: a pointwise graph of (result, extras...).
#pragma once
#include "ir/op_def.h"

namespace mcc {

// `result` as it is without a region; else the types of the region's outputs in result's shape.
// Operands from `firstExtra` on are the region's further inputs.
std::vector<TensorType> inferEpilogue(const OpView& view, TensorType result,
                                      std::size_t firstExtra);

// Puts `result`, or what the region makes of it, into context.results.
void evaluateEpilogue(EvalContext& context, Tensor result, std::size_t firstExtra);

}  // namespace mcc
