// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cond: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef condDef;
const OpDef condDef = {Op::cond, inferUnsupported, nullptr};

}  // namespace mcc
