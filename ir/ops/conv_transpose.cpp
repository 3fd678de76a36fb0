// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// conv_transpose: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef conv_transposeDef;
const OpDef conv_transposeDef = {Op::conv_transpose, inferUnsupported, nullptr};

}  // namespace mcc
