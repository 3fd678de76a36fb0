// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rms_norm: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef rms_normDef;
const OpDef rms_normDef = {Op::rms_norm, inferUnsupported, nullptr};

}  // namespace mcc
