// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cummin: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef cumminDef;
const OpDef cumminDef = {Op::cummin, inferUnsupported, nullptr};

}  // namespace mcc
