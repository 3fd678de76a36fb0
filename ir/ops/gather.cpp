// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef gatherDef;
const OpDef gatherDef = {Op::gather, inferUnsupported, nullptr};

}  // namespace mcc
