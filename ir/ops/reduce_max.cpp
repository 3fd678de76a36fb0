// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_max: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef reduce_maxDef;
const OpDef reduce_maxDef = {Op::reduce_max, inferUnsupported, nullptr};

}  // namespace mcc
