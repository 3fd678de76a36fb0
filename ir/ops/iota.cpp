// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// iota: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef iotaDef;
const OpDef iotaDef = {Op::iota, inferUnsupported, nullptr};

}  // namespace mcc
