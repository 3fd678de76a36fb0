// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooling of small integers, summed in 32 bits.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/gemm_integer.h"
#include "runtime_support/kernels/pool.h"

namespace mcc::rt {

/// out = epilogue(sum of in - zero under the window); padding adds nothing. The epilogue is one of
/// those of gemmInteger. Sums must fit 32 bits.
template <class X, class Out, class Epilogue>
[[gnu::noinline]] void sumPoolInteger(const PoolSizes& sizes, std::int32_t zero, const X* in,
                                      Out* out, const Epilogue& epilogue) {
  constexpr int kColumns = 8;
  forEachPixel(sizes, in, [&](const X* image, const Position& place, std::int64_t pixel) {
    for (std::int64_t c = 0; c < sizes.channels; c += kColumns) {
      const std::int64_t left = sizes.channels - c;
      const std::int64_t count = left < kColumns ? left : kColumns;
      std::int32_t sums[kColumns] = {};
      forEachTap(sizes.window, place, [&](std::int64_t, std::int64_t from) {
        const X* x = image + from * sizes.channels + c;
        for (std::int64_t j = 0; j < count; ++j) sums[j] += x[j] - zero;
      });
      for (std::int64_t j = 0; j < count; ++j) {
        const std::int64_t at = pixel * sizes.channels + c + j;
        out[at] = epilogue(sums[j], at, c + j);
      }
    }
  });
}

}  // namespace mcc::rt
