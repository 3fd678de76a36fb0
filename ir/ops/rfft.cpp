// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rfft: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef rfftDef;
const OpDef rfftDef = {Op::rfft, inferUnsupported, nullptr};

}  // namespace mcc
