// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// max_pool: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef max_poolDef;
const OpDef max_poolDef = {Op::max_pool, inferUnsupported, nullptr};

}  // namespace mcc
