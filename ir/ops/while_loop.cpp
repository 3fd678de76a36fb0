// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// while_loop: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef while_loopDef;
const OpDef while_loopDef = {Op::while_loop, inferUnsupported, nullptr};

}  // namespace mcc
