// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// slice: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef sliceDef;
const OpDef sliceDef = {Op::slice, inferUnsupported, nullptr};

}  // namespace mcc
