// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// index: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef indexDef;
const OpDef indexDef = {Op::index, inferUnsupported, nullptr};

}  // namespace mcc
