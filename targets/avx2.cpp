// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of targets with AVX2 (runtime_support/kernels/avx2).
#include "targets/kernel_tables.h"

namespace mcc {

std::span<const KernelRow> avx2Kernels() { return {}; }

}  // namespace mcc
