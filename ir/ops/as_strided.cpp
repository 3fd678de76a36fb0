// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// as_strided: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef as_stridedDef;
const OpDef as_stridedDef = {Op::as_strided, inferUnsupported, nullptr};

}  // namespace mcc
