// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_any: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef reduce_anyDef;
const OpDef reduce_anyDef = {Op::reduce_any, inferUnsupported, nullptr};

}  // namespace mcc
