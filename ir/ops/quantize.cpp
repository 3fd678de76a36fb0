// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// quantize: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef quantizeDef;
const OpDef quantizeDef = {Op::quantize, inferUnsupported, nullptr};

}  // namespace mcc
