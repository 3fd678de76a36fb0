// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of targets with NEON (runtime_support/kernels/neon).
#include "targets/kernel_tables.h"

namespace mcc {
namespace {

constexpr TileShape kSmlalTile{4, 4, 1};

constexpr KernelRow kNeonKernels[] = {
    {Op::matmul, isProductOfBytes, "MultiplyLanes", kSmlalTile},
    {Op::conv, isProductOfBytes, "MultiplyLanes", kSmlalTile},
};

}  // namespace

std::span<const KernelRow> neonKernels() { return kNeonKernels; }

}  // namespace mcc
