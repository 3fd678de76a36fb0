// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// insert_strided: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef insert_stridedDef;
const OpDef insert_stridedDef = {Op::insert_strided, inferUnsupported, nullptr};

}  // namespace mcc
