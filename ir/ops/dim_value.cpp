// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dim_value: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef dim_valueDef;
const OpDef dim_valueDef = {Op::dim_value, inferUnsupported, nullptr};

}  // namespace mcc
