// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// choose-layout: moves permutes towards the outputs until they cancel.
#pragma once
#include "ir/module.h"

namespace mcc {

// Convolutions, pools and their kin work channels-last, and decompose puts permutes around each.
// This pass carries every permute along with its value through pointwise operators, reductions,
// concat, slice, pad, softmax and reshapes that keep the order, so that two of them meet and
// cancel. Where operands of one operator disagree, the cheapest common order wins. What remains is
// emitted where an operator or an output needs the exported order.
void chooseLayout(Module& module);

}  // namespace mcc
