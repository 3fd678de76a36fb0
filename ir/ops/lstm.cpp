// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lstm: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef lstmDef;
const OpDef lstmDef = {Op::lstm, inferUnsupported, nullptr};

}  // namespace mcc
