// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// argmax: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef argmaxDef;
const OpDef argmaxDef = {Op::argmax, inferUnsupported, nullptr};

}  // namespace mcc
