// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef sortDef;
const OpDef sortDef = {Op::sort, inferUnsupported, nullptr};

}  // namespace mcc
