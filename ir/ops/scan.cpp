// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scan: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef scanDef;
const OpDef scanDef = {Op::scan, inferUnsupported, nullptr};

}  // namespace mcc
