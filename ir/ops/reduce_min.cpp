// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_min: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef reduce_minDef;
const OpDef reduce_minDef = {Op::reduce_min, inferUnsupported, nullptr};

}  // namespace mcc
