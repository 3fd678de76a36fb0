// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cummax: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef cummaxDef;
const OpDef cummaxDef = {Op::cummax, inferUnsupported, nullptr};

}  // namespace mcc
