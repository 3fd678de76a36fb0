// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// matmul: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef matmulDef;
const OpDef matmulDef = {Op::matmul, inferUnsupported, nullptr};

}  // namespace mcc
