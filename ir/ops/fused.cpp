// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fused: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef fusedDef;
const OpDef fusedDef = {Op::fused, inferUnsupported, nullptr};

}  // namespace mcc
