// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// masked_scatter: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef masked_scatterDef;
const OpDef masked_scatterDef = {Op::masked_scatter, inferUnsupported, nullptr};

}  // namespace mcc
