// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed convolution over channels-last tensors of one to three spatial dimensions, phase by
// phase (phases.h) with the tiles of convolution. ConvSizes has the window of the whole: `in` and
// `out` are its input and output, `pad` is what it cuts off in front.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/conv.h"
#include "runtime_support/kernels/depthwise.h"
#include "runtime_support/kernels/gemm_plain.h"
#include "runtime_support/kernels/phases.h"
#include "runtime_support/kernels/tile.h"

namespace mcc::rt {

/// One group of one image: where its output begins, and what the tiles need to know.
struct TransposedGroup {
  const ConvSizes& whole;
  const Phase& phase;
  const ConvContext& context;  // its pixels lie as far apart as those of the phase
  const float* in;
  float* out;
  std::int64_t at;
};

/// All output pixels of a phase, times one panel of output channels.
template <int MaxRows, int MinRows, int Vectors, class Columns, class Epilogue>
void transposedPanel(const TransposedGroup& group, const float* panel, const float* bias,
                     std::int64_t at, std::int64_t column, Columns columns,
                     const Epilogue& epilogue) {
  const Window& window = group.phase.window;
  const std::int64_t hop = group.context.sizes.outPixel;
  const EvenSplit split = splitEvenly(window.out[2], MaxRows);
  for (std::int64_t row = 0; row < window.out[0] * window.out[1]; ++row) {
    Position place{row / window.out[1], row % window.out[1], 0};
    std::int64_t to =
        at + wholePixel(group.whole.window, group.phase, place) * group.whole.outPixel;
    for (std::int64_t part = 0; part < split.parts; ++part) {
      const std::int64_t width = split.size + (part < split.larger ? 1 : 0);
      withCount<MaxRows, MinRows>(width, [&](auto count) MCC_INLINE {
        convTile<count, Vectors>(group.context, group.in, place, panel, bias, group.out, to, column,
                                 columns, epilogue);
      });
      place.x += width;
      to += width * hop;
    }
  }
}

template <int MaxRows, int MinRows, int Vectors, int TailVectors, class Epilogue>
void transposedGroup(const TransposedGroup& group, const float* weights, const float* bias,
                     std::int64_t firstColumn, const Epilogue& epilogue) {
  constexpr std::int64_t kWidth = Vectors * F32::kLanes;
  const std::int64_t columns = group.whole.outChannels / group.whole.groups;
  const std::int64_t panelDepth = volume(group.phase.window.kernel) * group.context.depth;
  std::int64_t column = 0;
  for (; column + kWidth <= columns; column += kWidth) {
    transposedPanel<MaxRows, MinRows, Vectors>(group, weights + column * panelDepth,
                                               bias == nullptr ? nullptr : bias + column,
                                               group.at + column, firstColumn + column,
                                               AllColumns{}, epilogue);
  }
  if constexpr (TailVectors > 0) {
    if (column < columns) {
      transposedPanel<MaxRows, MinRows, TailVectors>(
          group, weights + column * panelDepth, bias == nullptr ? nullptr : bias + column,
          group.at + column, firstColumn + column, SomeColumns{columns - column}, epilogue);
    }
  }
}

template <int MaxRows, int MinRows, int Vectors, int TailVectors, class Epilogue>
void transposedPhase(Tile<MaxRows, MinRows, Vectors, TailVectors>, const ConvSizes& whole,
                     const Phase& phase, const float* in, const float* weights, const float* bias,
                     float* out, const float* zeros, const Epilogue& epilogue) {
  const std::int64_t columns = whole.outChannels / whole.groups;
  const ConvSizes sizes{phase.window, whole.batch,   whole.inChannels,
                        whole.outChannels, whole.groups, whole.inPixel,
                        whole.outPixel * whole.window.stride[2]};
  const std::int64_t depth = sizes.inChannels / sizes.groups;
  const ConvContext context{sizes, zeros, depth,
                            phase.window.dilation[2] == 1 && sizes.inPixel == depth};
  for (std::int64_t image = 0; image < whole.batch; ++image) {
    for (std::int64_t g = 0; g < whole.groups; ++g) {
      const TransposedGroup group{
          whole, phase, context,
          in + image * volume(whole.window.in) * whole.inPixel + g * depth, out,
          image * volume(whole.window.out) * whole.outPixel + g * columns};
      transposedGroup<MaxRows, MinRows, Vectors, TailVectors>(
          group, weights + g * convGroupWeights(sizes),
          bias == nullptr ? nullptr : bias + g * columns, g * columns, epilogue);
    }
  }
}

/// out = epilogue(transposed conv(in, weights) + bias). Weights are packed by packConvTranspose.
/// `bias` has outChannels elements or is null; `scratch` has convScratchFloats(sizes) elements.
template <class RegisterTile, class Epilogue>
[[gnu::noinline]] void convTranspose(const ConvSizes& sizes, const float* in, const float* weights,
                                     const float* bias, float* out, float* scratch,
                                     const Epilogue& epilogue) {
  for (std::int64_t i = 0; i < convScratchFloats(sizes); ++i) scratch[i] = 0.0f;
  const std::int64_t perTap = convGroupWeights(sizes) / volume(sizes.window.kernel) * sizes.groups;
  forEachPhase(sizes.window, [&](const Phase& phase, std::int64_t before) {
    transposedPhase(RegisterTile{}, sizes, phase, in, weights + before * perTap, bias, out, scratch,
                    epilogue);
  });
}

/// The same where every channel has a kernel of its own; weights packed by
/// packDepthwiseTranspose, no scratch.
template <class Epilogue>
[[gnu::noinline]] void depthwiseTranspose(const DepthwiseSizes& sizes, const float* in,
                                          const float* weights, const float* bias, float* out,
                                          const Epilogue& epilogue) {
  const Window& whole = sizes.window;
  forEachPhase(whole, [&](const Phase& phase, std::int64_t before) {
    const DepthwiseSizes part{phase.window, sizes.batch, sizes.channels, sizes.inPixel,
                              sizes.outPixel};
    const std::int64_t pixels = volume(phase.window.out);
    for (std::int64_t pixel = 0; pixel < sizes.batch * pixels; ++pixel) {
      const std::int64_t image = pixel / pixels;
      const Position place = positionOf(phase.window, pixel % pixels);
      const std::int64_t at =
          (image * volume(whole.out) + wholePixel(whole, phase, place)) * sizes.outPixel;
      for (std::int64_t c = 0; c < sizes.channels; c += F32::kLanes) {
        depthwisePixel<1>(part, in + image * volume(whole.in) * sizes.inPixel, place,
                          weights + before * sizes.channels, bias, out, at, c,
                          SomeColumns{sizes.channels - c}, epilogue);
      }
    }
  });
}

/// Any type, one element at a time; weights [inChannels][kernel][outChannels / groups].
template <class T>
[[gnu::noinline]] void convTransposePlain(const ConvSizes& sizes, const T* in, const T* weights,
                                          const T* bias, T* out) {
  const Window& whole = sizes.window;
  const std::int64_t depth = sizes.inChannels / sizes.groups;
  const std::int64_t columns = sizes.outChannels / sizes.groups;
  forEachPhase(whole, [&](const Phase& phase, std::int64_t) {
    const std::int64_t pixels = volume(phase.window.out);
    for (std::int64_t pixel = 0; pixel < sizes.batch * pixels; ++pixel) {
      const std::int64_t image = pixel / pixels;
      const Position place = positionOf(phase.window, pixel % pixels);
      const T* from = in + image * volume(whole.in) * sizes.inPixel;
      T* to = out + (image * volume(whole.out) + wholePixel(whole, phase, place)) * sizes.outPixel;
      for (std::int64_t o = 0; o < sizes.outChannels; ++o) {
        const std::int64_t channel = o / columns * depth;
        T sum = bias == nullptr ? T(0) : bias[o];
        forEachTap(phase.window, place, [&](std::int64_t tap, std::int64_t at) {
          const std::int64_t weight = wholeTap(whole, phase, tap);
          for (std::int64_t c = channel; c < channel + depth; ++c) {
            sum = multiplyAdd(from[at * sizes.inPixel + c],
                              weights[(c * volume(whole.kernel) + weight) * columns + o % columns],
                              sum);
          }
        });
        to[o] = sum;
      }
    }
  });
}

}  // namespace mcc::rt
