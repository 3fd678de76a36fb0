// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fuse-epilogues: a pointwise node behind a convolution or matrix product is computed in registers,
// before the product's result is stored.
#pragma once
#include "ir/module.h"

namespace mcc {

// For conv and matmul whose only user is a `fused` node of the same shape with other operands of
// the result's shape, of the innermost dimension, or single elements. Floats must stay f32 and what
// vectors can compute; sums of small integers (attribute dtype; avg_pool too) take any function.
// The fused node's region becomes the product's, its other operands follow the product's.
void fuseEpilogues(Module& module);

}  // namespace mcc
