// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of runtime_support/kernels/avx2 against the portable ones.
#if defined(MCC_SIMD_AVX2)
#include "runtime_support/kernels/avx2/multiply_pairs.h"
#include "tests/kernels/tiled_convolutions.h"

namespace mcc::rt {

TEST_CASE("MultiplyPairs: gemmIntegerTiled equals gemmInteger") {
  testing::checkTiledGemms<MultiplyPairs, 4, 2>();
}

TEST_CASE("MultiplyPairs: convIntegerTiled equals convInteger") {
  testing::checkTiledConvs<MultiplyPairs, 4, 2>();
}

}  // namespace mcc::rt
#endif
