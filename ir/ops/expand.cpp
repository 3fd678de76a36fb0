// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expand: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef expandDef;
const OpDef expandDef = {Op::expand, inferUnsupported, nullptr};

}  // namespace mcc
