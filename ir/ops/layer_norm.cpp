// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// layer_norm: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef layer_normDef;
const OpDef layer_normDef = {Op::layer_norm, inferUnsupported, nullptr};

}  // namespace mcc
