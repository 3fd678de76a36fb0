// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of the portable target.
#include "targets/kernel_tables.h"

namespace mcc {

std::span<const KernelRow> genericKernels() { return {}; }

}  // namespace mcc
