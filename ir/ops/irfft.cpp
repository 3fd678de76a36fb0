// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// irfft: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef irfftDef;
const OpDef irfftDef = {Op::irfft, inferUnsupported, nullptr};

}  // namespace mcc
