// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What argmax and argmin share.
#pragma once
#include "ir/op_def.h"

namespace mcc {

std::vector<TensorType> inferArgExtreme(const OpView& view);
void evaluateArgExtreme(EvalContext& context, bool largest);

}  // namespace mcc
