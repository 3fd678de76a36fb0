// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// adaptive_max_pool: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef adaptive_max_poolDef;
const OpDef adaptive_max_poolDef = {Op::adaptive_max_pool, inferUnsupported, nullptr};

}  // namespace mcc
