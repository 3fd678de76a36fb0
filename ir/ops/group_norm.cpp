// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// group_norm: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef group_normDef;
const OpDef group_normDef = {Op::group_norm, inferUnsupported, nullptr};

}  // namespace mcc
