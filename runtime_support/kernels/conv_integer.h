// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolution of small integers over channels-last tensors, summed in 32 bits.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/conv.h"
#include "runtime_support/kernels/depthwise.h"
#include "runtime_support/kernels/gemm_integer.h"
#include "runtime_support/kernels/window.h"

namespace mcc::rt {

/// Calls body(tap, pixel, count) for the taps inside the input, row by row: `count` elements from
/// input pixel `pixel` on meet the weights from tap `tap` on. A row is one run where the taps lie
/// side by side in memory.
template <class Body>
void forEachRun(const ConvSizes& sizes, const Position& place, Body&& body) {
  const Window& window = sizes.window;
  const std::int64_t depth = sizes.inChannels / sizes.groups;
  const TapRange zs = insideTaps(window, 0, place.z);
  const TapRange ys = insideTaps(window, 1, place.y);
  const TapRange xs = insideTaps(window, 2, place.x);
  const bool joins = window.dilation[2] == 1 && sizes.inPixel == depth && xs.first < xs.last;
  const std::int64_t taps = joins ? xs.last - xs.first : 1;
  for (std::int64_t z = zs.first; z < zs.last; ++z) {
    const std::int64_t inZ = firstTap(window, 0, place.z) + z * window.dilation[0];
    for (std::int64_t y = ys.first; y < ys.last; ++y) {
      const std::int64_t inY = firstTap(window, 1, place.y) + y * window.dilation[1];
      for (std::int64_t x = xs.first; x < xs.last; x += taps) {
        const std::int64_t inX = firstTap(window, 2, place.x) + x * window.dilation[2];
        body((z * window.kernel[1] + y) * window.kernel[2] + x,
             (inZ * window.in[1] + inY) * window.in[2] + inX, taps * depth);
      }
    }
  }
}

/// Output channels o .. o + Columns - 1, all of one group, of one pixel whose results begin at
/// out + at.
template <int Columns, class X, class W, class Out, class Epilogue>
void convIntegerPixel(const ConvSizes& sizes, std::int32_t zero, const X* image,
                      const Position& place, const W* weights, const std::int32_t* bias,
                      std::int64_t at, std::int64_t o, Out* out, const Epilogue& epilogue) {
  const std::int64_t depth = sizes.inChannels / sizes.groups;
  const std::int64_t filter = volume(sizes.window.kernel) * depth;
  const X* input = image + o / (sizes.outChannels / sizes.groups) * depth;
  std::int32_t sums[Columns];
  startIntegers(bias, o, sums);
  forEachRun(sizes, place, [&](std::int64_t tap, std::int64_t pixel, std::int64_t count) {
    addProducts(input + pixel * sizes.inPixel, zero, weights + o * filter + tap * depth, filter,
                count, sums);
  });
  storeIntegers(sums, at, o, out, epilogue);
}

/// out = epilogue(conv(in - zero, weights) + bias), channels last; weights are
/// [outChannels][kernel][inChannels / groups]. Padding counts as `zero`. Sums must fit 32 bits.
template <class X, class W, class Out, class Epilogue>
[[gnu::noinline]] void convInteger(const ConvSizes& sizes, std::int32_t zero, const X* in,
                                   const W* weights, const std::int32_t* bias, Out* out,
                                   const Epilogue& epilogue) {
  constexpr int kColumns = 4;
  const std::int64_t columns = sizes.outChannels / sizes.groups;
  const std::int64_t pixels = volume(sizes.window.out);
  for (std::int64_t pixel = 0; pixel < sizes.batch * pixels; ++pixel) {
    const Position place = positionOf(sizes.window, pixel % pixels);
    const X* image = in + pixel / pixels * volume(sizes.window.in) * sizes.inPixel;
    const std::int64_t at = pixel * sizes.outPixel;
    for (std::int64_t g = 0; g < sizes.groups; ++g) {
      const std::int64_t end = (g + 1) * columns;
      std::int64_t o = g * columns;
      for (; o + kColumns <= end; o += kColumns) {
        convIntegerPixel<kColumns>(sizes, zero, image, place, weights, bias, at, o, out, epilogue);
      }
      for (; o < end; ++o) {
        convIntegerPixel<1>(sizes, zero, image, place, weights, bias, at, o, out, epilogue);
      }
    }
  }
}

/// Channels c .. c + Columns - 1 of one pixel of a depthwise convolution.
template <int Columns, class X, class W, class Out, class Epilogue>
void depthwiseIntegerPixel(const DepthwiseSizes& sizes, std::int32_t zero, const X* image,
                           const Position& place, const W* weights, const std::int32_t* bias,
                           std::int64_t at, std::int64_t c, Out* out, const Epilogue& epilogue) {
  std::int32_t sums[Columns];
  startIntegers(bias, c, sums);
  forEachTap(sizes.window, place, [&](std::int64_t tap, std::int64_t pixel) {
    const X* x = image + pixel * sizes.inPixel + c;
    const W* w = weights + tap * sizes.channels + c;
    for (int j = 0; j < Columns; ++j) sums[j] += (x[j] - zero) * w[j];
  });
  storeIntegers(sums, at, c, out, epilogue);
}

/// The same with one filter per channel; weights are [kernel][channels].
template <class X, class W, class Out, class Epilogue>
[[gnu::noinline]] void depthwiseInteger(const DepthwiseSizes& sizes, std::int32_t zero, const X* in,
                                        const W* weights, const std::int32_t* bias, Out* out,
                                        const Epilogue& epilogue) {
  constexpr int kColumns = 8;
  const std::int64_t pixels = volume(sizes.window.out);
  for (std::int64_t pixel = 0; pixel < sizes.batch * pixels; ++pixel) {
    const Position place = positionOf(sizes.window, pixel % pixels);
    const X* image = in + pixel / pixels * volume(sizes.window.in) * sizes.inPixel;
    const std::int64_t at = pixel * sizes.outPixel;
    std::int64_t c = 0;
    for (; c + kColumns <= sizes.channels; c += kColumns) {
      depthwiseIntegerPixel<kColumns>(sizes, zero, image, place, weights, bias, at, c, out,
                                      epilogue);
    }
    for (; c < sizes.channels; ++c) {
      depthwiseIntegerPixel<1>(sizes, zero, image, place, weights, bias, at, c, out, epilogue);
    }
  }
}

}  // namespace mcc::rt
