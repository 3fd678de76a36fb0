// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// avg_pool: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef avg_poolDef;
const OpDef avg_poolDef = {Op::avg_pool, inferUnsupported, nullptr};

}  // namespace mcc
