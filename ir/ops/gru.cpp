// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gru: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef gruDef;
const OpDef gruDef = {Op::gru, inferUnsupported, nullptr};

}  // namespace mcc
