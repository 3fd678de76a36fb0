// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same for convolutions: convIntegerTiled against convInteger.
#pragma once

#include "runtime_support/kernels/conv_integer_tiled.h"
#include "tests/kernels/tiled_products.h"
#include "tests/kernels/windows.h"

namespace mcc::rt::testing {

template <class Multiply, class X, class W, int MaxRows, int Vectors>
void checkTiledConv(const ConvSizes& sizes, std::int32_t zero) {
  const std::int64_t depth = volume(sizes.window.kernel) * sizes.inChannels / sizes.groups;
  const std::int64_t pixels = volume(sizes.window.in);
  const auto in = bytes<X>(sizes.batch * pixels * sizes.inPixel, false, 4);
  const auto weights = bytes<W>(sizes.outChannels * depth, false, 5);
  const auto bias = randomIntegers<std::int32_t>(sizes.outChannels, -100000, 100000, 6);
  const std::int64_t elements = sizes.batch * volume(sizes.window.out) * sizes.outPixel;
  Guarded<std::int64_t> want(elements);
  Guarded<std::int64_t> got(elements);
  convInteger(sizes, zero, in.data(), weights.data(), bias.data(), want.data(), MixedSum{});
  Guarded<std::int16_t> scratch(MaxRows * roundUp(depth, Multiply::kDepth));
  const auto panels = packed<Multiply>(weights, sizes.groups, depth,
                                       sizes.outChannels / sizes.groups, Vectors, true);
  withTile<Multiply, MaxRows, Vectors>(sizes.outChannels / sizes.groups, [&](auto tile) {
    convIntegerTiled<Multiply, decltype(tile)>(sizes, zero, in.data(), panels.data(), bias.data(),
                                               got.data(), scratch.data(), MixedSum{});
  });
  CHECK(got.storage == want.storage);
  CHECK(scratch.intact());
}

template <class Multiply, int MaxRows, int Vectors>
void checkTiledConvs() {
  using I8 = std::int8_t;
  using U8 = std::uint8_t;
  for (const auto& shape : windowCases()) {
    const Window window = makeWindow(shape);
    checkTiledConv<Multiply, I8, I8, MaxRows, Vectors>({window, 2, 1, 5, 1, 1, 5}, -128);
    checkTiledConv<Multiply, I8, I8, MaxRows, Vectors>({window, 2, 3, 13, 1, 3, 13}, 127);
    checkTiledConv<Multiply, U8, I8, MaxRows, Vectors>({window, 1, 19, 20, 1, 21, 23}, 131);
    checkTiledConv<Multiply, I8, U8, MaxRows, Vectors>({window, 1, 6, 34, 2, 6, 34}, -7);
  }
}

}  // namespace mcc::rt::testing
