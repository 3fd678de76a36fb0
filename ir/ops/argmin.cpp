// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// argmin: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef argminDef;
const OpDef argminDef = {Op::argmin, inferUnsupported, nullptr};

}  // namespace mcc
