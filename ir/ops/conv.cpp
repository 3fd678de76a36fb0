// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// conv: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef convDef;
const OpDef convDef = {Op::conv, inferUnsupported, nullptr};

}  // namespace mcc
