// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reshape: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef reshapeDef;
const OpDef reshapeDef = {Op::reshape, inferUnsupported, nullptr};

}  // namespace mcc
