// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dequantize: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef dequantizeDef;
const OpDef dequantizeDef = {Op::dequantize, inferUnsupported, nullptr};

}  // namespace mcc
