// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unique: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef uniqueDef;
const OpDef uniqueDef = {Op::unique, inferUnsupported, nullptr};

}  // namespace mcc
