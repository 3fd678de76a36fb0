// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_sum: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef reduce_sumDef;
const OpDef reduce_sumDef = {Op::reduce_sum, inferUnsupported, nullptr};

}  // namespace mcc
