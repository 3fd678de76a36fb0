// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolution of small integers by register tiles, with the results of convInteger: what lies under
// the window becomes a row of a matrix, some rows at a time.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/conv_integer.h"
#include "runtime_support/kernels/gemm_integer_tiled.h"

namespace mcc::rt {

/// The widened numbers under the window of one output pixel, of the group whose channels begin at
/// `image`. Padding is 0.
template <class Multiply, class X>
void fillPatch(const ConvSizes& sizes, const Position& place, const X* image, std::int32_t zero,
               std::int64_t depth, std::int16_t* to) {
  for (std::int64_t k = 0; k < depth; ++k) to[k] = 0;
  const std::int64_t channels = sizes.inChannels / sizes.groups;
  forEachRun(sizes, place, [&](std::int64_t tap, std::int64_t pixel, std::int64_t count) {
    Multiply::widen(image + pixel * sizes.inPixel, zero, count, to + tap * channels);
  });
}

/// convInteger with the weights of each group packed by packIntegers, one group after the other.
/// `scratch` has room for as many patches as the tile has rows.
template <class Multiply, class RegisterTile, class X, class W, class Out, class Epilogue>
[[gnu::noinline]] void convIntegerTiled(const ConvSizes& sizes, std::int32_t zero, const X* in,
                                        const W* packed, const std::int32_t* bias, Out* out,
                                        std::int16_t* scratch, const Epilogue& epilogue) {
  const std::int64_t columns = sizes.outChannels / sizes.groups;
  const std::int64_t channels = sizes.inChannels / sizes.groups;
  const std::int64_t depth = volume(sizes.window.kernel) * channels;
  const std::int64_t pixels = volume(sizes.window.out);
  const std::int64_t groupWeights =
      roundUp(depth, Multiply::kDepth) * roundUp(columns, Multiply::kLanes);
  for (std::int64_t g = 0; g < sizes.groups; ++g) {
    const TiledProduct product{sizes.batch * pixels, columns, depth, sizes.outPixel, 0,
                               g * columns};
    multiplyTiles<Multiply>(
        RegisterTile{}, product, packed + g * groupWeights, bias, out, scratch, epilogue,
        [&](std::int64_t pixel, std::int16_t* to) {
          const X* image = in + pixel / pixels * volume(sizes.window.in) * sizes.inPixel;
          fillPatch<Multiply>(sizes, positionOf(sizes.window, pixel % pixels),
                              image + g * channels, zero, depth, to);
        });
  }
}

}  // namespace mcc::rt
