// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// resize: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef resizeDef;
const OpDef resizeDef = {Op::resize, inferUnsupported, nullptr};

}  // namespace mcc
