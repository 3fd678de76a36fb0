// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// check: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef checkDef;
const OpDef checkDef = {Op::check, inferUnsupported, nullptr};

}  // namespace mcc
