// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nonzero: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef nonzeroDef;
const OpDef nonzeroDef = {Op::nonzero, inferUnsupported, nullptr};

}  // namespace mcc
