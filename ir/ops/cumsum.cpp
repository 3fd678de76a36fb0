// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cumsum: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef cumsumDef;
const OpDef cumsumDef = {Op::cumsum, inferUnsupported, nullptr};

}  // namespace mcc
