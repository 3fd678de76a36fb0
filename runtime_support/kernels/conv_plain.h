// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolution over any type, one element at a time: what the vector kernels are held to, and what
// double and integer tensors use.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/conv.h"
#include "runtime_support/kernels/gemm_plain.h"
#include "runtime_support/kernels/window.h"

namespace mcc::rt {

/// out = conv(in, weights) + bias, channels last; weights in PyTorch's order
/// [outChannels][inChannels / groups][kernel]. `bias` has outChannels elements or is null.
template <class T>
[[gnu::noinline]] void convPlain(const ConvSizes& sizes, const T* in, const T* weights,
                                 const T* bias, T* out) {
  const Window& window = sizes.window;
  const std::int64_t depth = sizes.inChannels / sizes.groups;
  const std::int64_t columns = sizes.outChannels / sizes.groups;
  const std::int64_t pixels = volume(window.out);
  for (std::int64_t pixel = 0; pixel < sizes.batch * pixels; ++pixel) {
    const Position place = positionOf(window, pixel % pixels);
    const T* image = in + pixel / pixels * volume(window.in) * sizes.inPixel;
    for (std::int64_t o = 0; o < sizes.outChannels; ++o) {
      const T* input = image + o / columns * depth;
      T sum = bias == nullptr ? T(0) : bias[o];
      forEachTap(window, place, [&](std::int64_t tap, std::int64_t from) {
        for (std::int64_t c = 0; c < depth; ++c) {
          sum = multiplyAdd(input[from * sizes.inPixel + c],
                            weights[(o * depth + c) * volume(window.kernel) + tap], sum);
        }
      });
      out[pixel * sizes.outPixel + o] = sum;
    }
  }
}

}  // namespace mcc::rt
