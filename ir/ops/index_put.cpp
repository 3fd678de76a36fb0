// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// index_put: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef index_putDef;
const OpDef index_putDef = {Op::index_put, inferUnsupported, nullptr};

}  // namespace mcc
