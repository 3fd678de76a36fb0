// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attention: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef attentionDef;
const OpDef attentionDef = {Op::attention, inferUnsupported, nullptr};

}  // namespace mcc
