// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// topk: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef topkDef;
const OpDef topkDef = {Op::topk, inferUnsupported, nullptr};

}  // namespace mcc
