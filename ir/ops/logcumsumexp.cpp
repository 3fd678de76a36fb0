// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// logcumsumexp: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef logcumsumexpDef;
const OpDef logcumsumexpDef = {Op::logcumsumexp, inferUnsupported, nullptr};

}  // namespace mcc
