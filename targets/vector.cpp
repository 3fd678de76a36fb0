// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of targets with a vector class (runtime_support/simd): one source for all of them.
#include "targets/kernel_tables.h"

namespace mcc {

std::span<const KernelRow> vectorKernels() { return {}; }

}  // namespace mcc
