// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// adaptive_avg_pool: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef adaptive_avg_poolDef;
const OpDef adaptive_avg_poolDef = {Op::adaptive_avg_pool, inferUnsupported, nullptr};

}  // namespace mcc
