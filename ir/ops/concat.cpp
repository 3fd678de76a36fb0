// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// concat: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef concatDef;
const OpDef concatDef = {Op::concat, inferUnsupported, nullptr};

}  // namespace mcc
