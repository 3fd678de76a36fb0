// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log_softmax: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef log_softmaxDef;
const OpDef log_softmaxDef = {Op::log_softmax, inferUnsupported, nullptr};

}  // namespace mcc
