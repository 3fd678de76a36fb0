// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// grid_sample: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef grid_sampleDef;
const OpDef grid_sampleDef = {Op::grid_sample, inferUnsupported, nullptr};

}  // namespace mcc
