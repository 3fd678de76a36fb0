// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pad: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef padDef;
const OpDef padDef = {Op::pad, inferUnsupported, nullptr};

}  // namespace mcc
