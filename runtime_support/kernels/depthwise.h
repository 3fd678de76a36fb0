// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Depthwise convolution over channels-last tensors: every channel has a kernel of its own.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/epilogue.h"
#include "runtime_support/kernels/tile.h"
#include "runtime_support/kernels/window.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// in [batch][spatial][channels] -> out [batch][spatial][channels]; pixels lie inPixel and outPixel
/// elements apart, which is the number of channels unless the tensors are parts of larger ones.
struct DepthwiseSizes {
  Window window;
  std::int64_t batch;
  std::int64_t channels;
  std::int64_t inPixel;
  std::int64_t outPixel;
};

/// Floats of scratch that depthwise needs: a vector of zeros that stands for padding.
constexpr std::int64_t depthwiseScratchFloats() { return F32::kLanes; }

/// What one row of output is computed from. Offsets are in elements.
struct DepthwiseRow {
  const float* in;       // the row under the first row of taps that lies inside the input
  const float* weights;  // that row of taps, [kernel width][channels]
  const float* bias;
  const float* zeros;
  float* out;
  std::int64_t at;     // offset of the output row
  std::int64_t lines;  // rows of taps inside the input
  std::int64_t lineStep;
  std::int64_t lineWeights;
  std::int64_t inWidth;
  std::int64_t outWidth;
  std::int64_t pad;
  std::int64_t channels;
  std::int64_t inPixel;
  std::int64_t outPixel;
};

/// Input columns of a tile that lies inside the input, one after the other ...
struct InsideColumns {
  std::int64_t stride;

  template <int X>
  const float* column(const float*& group) const {
    // Four columns per pointer: addresses then need one register for all of them.
    if constexpr (X % 4 == 0 && X > 0) group += 4 * stride;
    return group + X % 4 * stride;
  }
};
/// ... or reaches beyond it: columns before `first` and from `last` on are zeros.
struct BorderColumns {
  std::int64_t stride;
  std::int64_t first;
  std::int64_t last;
  const float* zeros;

  template <int X>
  const float* column(const float*& row) const {
    return X >= first && X < last ? row + X * stride : zeros;
  }
};

/// Pixels outputs side by side for one vector of channels. Each input vector is loaded once per row
/// of taps and used by every output that it reaches.
template <int KernelWidth, int Stride, int Pixels, class Columns, class Lanes>
[[gnu::always_inline]] inline void depthwiseTile(F32 (&sums)[Pixels], std::int64_t lines,
                                                 const float* in, std::int64_t lineStep,
                                                 Columns columns, const float* weights,
                                                 std::int64_t lineWeights, std::int64_t channels,
                                                 Lanes lanes) {
  for (; lines > 0; --lines) {
    F32 taps[KernelWidth];
    unroll<KernelWidth>([&](auto k) MCC_INLINE { taps[k] = load(weights + k * channels, lanes); });
    const float* group = in;
    unroll<(Pixels - 1) * Stride + KernelWidth>([&](auto x) MCC_INLINE {
      const F32 value = load(columns.template column<x>(group), lanes);
      unroll<KernelWidth>([&](auto k) MCC_INLINE {
        constexpr int kPixel = (x - k) / Stride;
        if constexpr (x >= k && (x - k) % Stride == 0 && kPixel < Pixels) {
          sums[kPixel] = fma(value, taps[k], sums[kPixel]);
        }
      });
    });
    in += lineStep;
    weights += lineWeights;
  }
}

/// Pixels outputs from x on, all channels.
template <int KernelWidth, int Stride, int Pixels, class Columns, class Epilogue>
void depthwisePixels(const DepthwiseRow& shared, std::int64_t x, Columns columns,
                     const Epilogue& epilogue) {
  const DepthwiseRow row = shared;  // a copy, which stores through `out` can't change
  const float* const in = row.in;
  const std::int64_t from = (x * Stride - row.pad) * row.inPixel;
  const std::int64_t at = row.at + x * row.outPixel;
  const auto vectorOfChannels = [&](std::int64_t c, auto lanes) MCC_INLINE {
    F32 sums[Pixels];
    F32 start = broadcast(0.0f);
    if (row.bias != nullptr) start = load(row.bias + c, lanes);
    unroll<Pixels>([&](auto i) MCC_INLINE { sums[i] = start; });
    depthwiseTile<KernelWidth, Stride>(sums, row.lines, in + (from + c), row.lineStep, columns,
                                       row.weights + c, row.lineWeights, row.channels, lanes);
    unroll<Pixels>([&](auto i) MCC_INLINE {
      const std::int64_t place = at + c + i * row.outPixel;
      store(row.out + place, epilogue(sums[i], place, c, lanes), lanes);
    });
  };
  std::int64_t c = 0;
  for (; c + F32::kLanes <= row.channels; c += F32::kLanes) vectorOfChannels(c, AllLanes{});
  if (c < row.channels) vectorOfChannels(c, SomeLanes{row.channels - c});
}

/// One row of output, split evenly into tiles.
template <int KernelWidth, int Stride, int MaxPixels, int MinPixels, class Epilogue>
void depthwiseRow(const DepthwiseRow& row, const Epilogue& epilogue) {
  const EvenSplit split = splitEvenly(row.outWidth, MaxPixels);
  std::int64_t x = 0;
  for (std::int64_t part = 0; part < split.parts; ++part) {
    const std::int64_t width = split.size + (part < split.larger ? 1 : 0);
    const std::int64_t first = x * Stride - row.pad;
    const std::int64_t last = first + (width - 1) * Stride + KernelWidth;
    withCount<MaxPixels, MinPixels>(width, [&](auto count) MCC_INLINE {
      if (first >= 0 && last <= row.inWidth) {
        depthwisePixels<KernelWidth, Stride, count>(row, x, InsideColumns{row.inPixel}, epilogue);
      } else {
        depthwisePixels<KernelWidth, Stride, count>(
            row, x, BorderColumns{row.inPixel, -first, row.inWidth - first, row.zeros}, epilogue);
      }
    });
    x += width;
  }
}

/// out = epilogue(depthwise(in, weights) + bias) in one or two dimensions, for kernels KernelWidth
/// wide that move by Stride in x, without dilation in x. Weights are packed by packDepthwise.
/// `bias` has `channels` elements or is null; `scratch` has depthwiseScratchFloats() elements.
/// MaxPixels outputs are computed at a time.
template <int KernelWidth, int Stride, int MaxPixels, int MinPixels, class Epilogue>
[[gnu::noinline]] void depthwise(const DepthwiseSizes& sizes, const float* in, const float* weights,
                                 const float* bias, float* out, float* scratch,
                                 const Epilogue& epilogue) {
  const Window& window = sizes.window;
  const std::int64_t lineFloats = window.in[2] * sizes.inPixel;
  const std::int64_t lineWeights = KernelWidth * sizes.channels;
  const std::int64_t lineStep = window.dilation[1] * lineFloats;
  store(scratch, broadcast(0.0f), AllLanes{});
  std::int64_t at = 0;
  for (std::int64_t image = 0; image < sizes.batch; ++image) {
    for (std::int64_t y = 0; y < window.out[1]; ++y) {
      const TapRange taps = insideTaps(window, 1, y);
      const std::int64_t first = firstTap(window, 1, y) + taps.first * window.dilation[1];
      const DepthwiseRow row{in + (image * window.in[1] + first) * lineFloats,
                             weights + taps.first * lineWeights,
                             bias,
                             scratch,
                             out,
                             at,
                             taps.last - taps.first,
                             lineStep,
                             lineWeights,
                             window.in[2],
                             window.out[2],
                             window.pad[2],
                             sizes.channels,
                             sizes.inPixel,
                             sizes.outPixel};
      depthwiseRow<KernelWidth, Stride, MaxPixels, MinPixels>(row, epilogue);
      at += window.out[2] * sizes.outPixel;
    }
  }
}

/// One output pixel of any window, `Vectors` vectors of channels at a time.
template <int Vectors, class Columns, class Epilogue>
[[gnu::always_inline]] inline void depthwisePixel(const DepthwiseSizes& sizes, const float* image,
                                                  const Position& place, const float* weights,
                                                  const float* bias, float* out, std::int64_t at,
                                                  std::int64_t channel, Columns columns,
                                                  const Epilogue& epilogue) {
  F32 sums[1][Vectors];
  startSums(sums, bias == nullptr ? nullptr : bias + channel, columns);
  forEachTap(sizes.window, place, [&](std::int64_t tap, std::int64_t pixel) MCC_INLINE {
    const float* from = image + pixel * sizes.inPixel + channel;
    const float* weight = weights + tap * sizes.channels + channel;
    unroll<Vectors>([&](auto j) MCC_INLINE {
      const auto lanes = columns.lanes(j);
      sums[0][j] = fma(load(from + j * F32::kLanes, lanes), load(weight + j * F32::kLanes, lanes),
                       sums[0][j]);
    });
  });
  storeSums(sums, out, at + channel, 0, channel, columns, epilogue);
}

/// Depthwise convolution with any window; same arguments, no scratch.
template <class Epilogue>
[[gnu::noinline]] void depthwiseAny(const DepthwiseSizes& sizes, const float* in,
                                    const float* weights, const float* bias, float* out,
                                    const Epilogue& epilogue) {
  constexpr int kVectors = 4;
  const std::int64_t pixels = volume(sizes.window.out);
  for (std::int64_t pixel = 0; pixel < sizes.batch * pixels; ++pixel) {
    const Position place = positionOf(sizes.window, pixel % pixels);
    const float* image = in + pixel / pixels * volume(sizes.window.in) * sizes.inPixel;
    const std::int64_t at = pixel * sizes.outPixel;
    std::int64_t c = 0;
    for (; c + kVectors * F32::kLanes <= sizes.channels; c += kVectors * F32::kLanes) {
      depthwisePixel<kVectors>(sizes, image, place, weights, bias, out, at, c, AllColumns{},
                               epilogue);
    }
    for (; c < sizes.channels; c += F32::kLanes) {
      depthwisePixel<1>(sizes, image, place, weights, bias, out, at, c,
                        SomeColumns{sizes.channels - c}, epilogue);
    }
  }
}

}  // namespace mcc::rt
