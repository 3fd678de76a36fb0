// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// insert_slice: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef insert_sliceDef;
const OpDef insert_sliceDef = {Op::insert_slice, inferUnsupported, nullptr};

}  // namespace mcc
