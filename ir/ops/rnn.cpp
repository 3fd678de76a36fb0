// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rnn: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef rnnDef;
const OpDef rnnDef = {Op::rnn, inferUnsupported, nullptr};

}  // namespace mcc
