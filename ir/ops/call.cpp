// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef callDef;
const OpDef callDef = {Op::call, inferUnsupported, nullptr};

}  // namespace mcc
