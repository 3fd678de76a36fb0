// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fold-batch-norm: per-channel factors and offsets behind a convolution or matrix product move into
// its weights and bias.
#pragma once
#include "ir/module.h"

namespace mcc {

// For conv, conv_transpose (one group) and matmul with constant f32 weights whose only user is a
// multiplication by, or an addition or subtraction of, a constant that varies with the output
// channel at most. Batch norm in inference is such a pair. Computed in double, rounded once: values
// change by rounding (off under --exact for factors; offsets too, since the order of sums changes).
void foldBatchNorm(Module& module);

}  // namespace mcc
