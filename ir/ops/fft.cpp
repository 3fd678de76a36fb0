// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fft: see ops.def.
#include "ir/ops/unsupported.h"

namespace mcc {

extern const OpDef fftDef;
const OpDef fftDef = {Op::fft, inferUnsupported, nullptr};

}  // namespace mcc
