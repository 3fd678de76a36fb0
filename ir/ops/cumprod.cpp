// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cumprod: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef cumprodDef;
const OpDef cumprodDef = {Op::cumprod, inferUnsupported, nullptr};

}  // namespace mcc
