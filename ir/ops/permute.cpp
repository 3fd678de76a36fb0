// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// permute: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef permuteDef;
const OpDef permuteDef = {Op::permute, inferUnsupported, nullptr};

}  // namespace mcc
