// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of runtime_support/kernels/neon against the portable ones.
#if defined(MCC_SIMD_NEON)
#include "runtime_support/kernels/neon/multiply_lanes.h"
#include "tests/kernels/tiled_convolutions.h"

namespace mcc::rt {

TEST_CASE("MultiplyLanes: gemmIntegerTiled equals gemmInteger") {
  testing::checkTiledGemms<MultiplyLanes, 4, 4>();
}

TEST_CASE("MultiplyLanes: convIntegerTiled equals convInteger") {
  testing::checkTiledConvs<MultiplyLanes, 4, 4>();
}

}  // namespace mcc::rt
#endif
