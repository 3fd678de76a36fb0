// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce_all: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef reduce_allDef;
const OpDef reduce_allDef = {Op::reduce_all, inferUnsupported, nullptr};

}  // namespace mcc
