// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flip: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef flipDef;
const OpDef flipDef = {Op::flip, inferUnsupported, nullptr};

}  // namespace mcc
