// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scatter: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef scatterDef;
const OpDef scatterDef = {Op::scatter, inferUnsupported, nullptr};

}  // namespace mcc
