// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// softmax: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef softmaxDef;
const OpDef softmaxDef = {Op::softmax, inferUnsupported, nullptr};

}  // namespace mcc
