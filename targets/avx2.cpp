// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of targets with AVX2 (runtime_support/kernels/avx2).
#include "targets/kernel_tables.h"

namespace mcc {
namespace {

constexpr TileShape kPairs{4, 2, 2};

constexpr KernelRow kKernels[] = {
    {Op::matmul, isProductOfBytes, "MultiplyPairs", kPairs},
    {Op::conv, isProductOfBytes, "MultiplyPairs", kPairs},
};

}  // namespace

std::span<const KernelRow> avx2Kernels() { return kKernels; }

}  // namespace mcc
