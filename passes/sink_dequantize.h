// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sink-dequantize: what only moves, selects or orders elements works on quantised integers.
#pragma once
#include "ir/module.h"

namespace mcc {

// Carries every dequantize with constant parameters behind operators that give the same numbers
// either way: permute, reshape, expand, slice, flip, pad, concat of equal parameters, max_pool,
// adaptive_max_pool, reduce_max, reduce_min, relu; and every quantize per tensor before a reshape,
// permute or max_pool that nothing else uses. Where the two meet with equal parameters both go.
// Nothing changes but which of two equal zeros comes out.
void sinkDequantize(Module& module);

}  // namespace mcc
