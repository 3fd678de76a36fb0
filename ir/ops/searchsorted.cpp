// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// searchsorted: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef searchsortedDef;
const OpDef searchsortedDef = {Op::searchsorted, inferUnsupported, nullptr};

}  // namespace mcc
