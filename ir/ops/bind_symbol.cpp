// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bind_symbol: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef bind_symbolDef;
const OpDef bind_symbolDef = {Op::bind_symbol, inferUnsupported, nullptr};

}  // namespace mcc
