// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_prod: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef reduce_prodDef;
const OpDef reduce_prodDef = {Op::reduce_prod, inferUnsupported, nullptr};

}  // namespace mcc
