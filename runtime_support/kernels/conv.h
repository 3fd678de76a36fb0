// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Direct convolution over channels-last tensors of one to three spatial dimensions.
#pragma once

#include <cstdint>

#include "runtime_support/kernels/tile.h"
#include "runtime_support/kernels/window.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// in [batch][spatial][inChannels] -> out [batch][spatial][outChannels]. Group g reads input
/// channels g * inChannels / groups onwards. Pixels lie inPixel and outPixel elements apart, which
/// is the number of channels unless the tensors are parts of larger ones.
struct ConvSizes {
  Window window;
  std::int64_t batch;
  std::int64_t inChannels;
  std::int64_t outChannels;
  std::int64_t groups;
  std::int64_t inPixel;
  std::int64_t outPixel;
};

/// Floats of scratch that conv needs: a row of zeros that stands for padding.
constexpr std::int64_t convScratchFloats(const ConvSizes& sizes) {
  return sizes.inChannels / sizes.groups;
}

/// What all tiles of one call share.
struct ConvContext {
  const ConvSizes& sizes;
  const float* zeros;
  std::int64_t depth;  // input channels of a group
  bool rowsAreRuns;    // a row of taps is one run of memory
};

/// The input of `Rows` output pixels in a row of the output's memory.
template <int Rows>
struct ConvPixels {
  std::int64_t first[Rows];  // where the first tap of each pixel lies, perhaps outside the input
  Position begin[Rows];      // its coordinates
  bool inside;               // every tap of every pixel lies inside the input
};

/// Whether every tap of a pixel whose first tap lies at coordinate `begin` of dimension `d` is
/// inside.
constexpr bool isInside(const Window& window, int d, std::int64_t begin) {
  return begin >= 0 && begin + (window.kernel[d] - 1) * window.dilation[d] < window.in[d];
}

template <int Rows>
void findPixelsSlowly(const ConvContext& context, Position place, ConvPixels<Rows>& pixels) {
  const Window& window = context.sizes.window;
  pixels.inside = true;
  for (int i = 0; i < Rows; ++i) {
    const std::int64_t z = firstTap(window, 0, place.z);
    const std::int64_t y = firstTap(window, 1, place.y);
    const std::int64_t x = firstTap(window, 2, place.x);
    pixels.begin[i] = {z, y, x};
    pixels.first[i] = ((z * window.in[1] + y) * window.in[2] + x) * context.sizes.inPixel;
    pixels.inside =
        pixels.inside && isInside(window, 0, z) && isInside(window, 1, y) && isInside(window, 2, x);
    step(window, place);
  }
}

template <int Rows>
[[gnu::always_inline]] inline void findPixels(const ConvContext& context, const Position& place,
                                              ConvPixels<Rows>& pixels) {
  const Window& window = context.sizes.window;
  const std::int64_t z = firstTap(window, 0, place.z);
  const std::int64_t y = firstTap(window, 1, place.y);
  const std::int64_t x = firstTap(window, 2, place.x);
  // Most tiles lie in one row, away from the border.
  pixels.inside = place.x + Rows <= window.out[2] && isInside(window, 0, z) &&
                  isInside(window, 1, y) && isInside(window, 2, x) &&
                  isInside(window, 2, x + (Rows - 1) * window.stride[2]);
  if (pixels.inside) {
    const std::int64_t first = ((z * window.in[1] + y) * window.in[2] + x) * context.sizes.inPixel;
    const std::int64_t hop = window.stride[2] * context.sizes.inPixel;
    unroll<Rows>([&](auto i) MCC_INLINE { pixels.first[i] = first + i * hop; });
  } else {
    findPixelsSlowly(context, place, pixels);
  }
}

/// Points `from` at tap (z, y, x) of every pixel, or at zeros; false if that is padding everywhere.
template <int Rows>
[[gnu::always_inline]] inline bool findTaps(const ConvContext& context, const float* in,
                                            const ConvPixels<Rows>& pixels, std::int64_t z,
                                            std::int64_t y, std::int64_t x,
                                            const float* (&from)[Rows]) {
  const Window& window = context.sizes.window;
  const std::int64_t offset = ((z * window.in[1] + y) * window.in[2] + x) * context.sizes.inPixel;
  if (pixels.inside) {
    unroll<Rows>([&](auto i) MCC_INLINE { from[i] = in + (pixels.first[i] + offset); });
    return true;
  }
  bool any = false;
  unroll<Rows>([&](auto i) MCC_INLINE {
    const Position tap = {pixels.begin[i].z + z, pixels.begin[i].y + y, pixels.begin[i].x + x};
    const bool exists = tap.z >= 0 && tap.z < window.in[0] && tap.y >= 0 && tap.y < window.in[1] &&
                        tap.x >= 0 && tap.x < window.in[2];
    from[i] = exists ? in + (pixels.first[i] + offset) : context.zeros;
    any = any || exists;
  });
  return any;
}

/// `Rows` output pixels from `place` on, times one panel of output channels.
template <int Rows, int Vectors, class Columns, class Epilogue>
[[gnu::always_inline]] inline void convTile(const ConvContext& context, const float* in,
                                            Position place, const float* panel, const float* bias,
                                            float* out, std::int64_t at, std::int64_t column,
                                            Columns columns, const Epilogue& epilogue) {
  const Window& window = context.sizes.window;
  ConvPixels<Rows> pixels;
  F32 sums[Rows][Vectors];
  const float* from[Rows];
  PackedRows<Vectors> rows{panel};
  findPixels(context, place, pixels);
  startSums(sums, bias, columns);
  // Inside the input a row of taps is one run; at the border every tap is looked at.
  const bool runs = context.rowsAreRuns && pixels.inside;
  const std::int64_t xTaps = runs ? 1 : window.kernel[2];
  const std::int64_t run = runs ? window.kernel[2] * context.depth : context.depth;
  for (std::int64_t z = 0; z < window.kernel[0]; ++z) {
    for (std::int64_t y = 0; y < window.kernel[1]; ++y) {
      for (std::int64_t x = 0; x < xTaps; ++x) {
        if (findTaps(context, in, pixels, z * window.dilation[0], y * window.dilation[1],
                     x * window.dilation[2], from)) {
          accumulate(sums, from, run, rows);
        } else {
          rows.skip(run);
        }
      }
    }
  }
  storeSums(sums, out, at, context.sizes.outPixel, column, columns, epilogue);
}

/// Output pixels first..last - 1 of one image, times one panel.
template <int MaxRows, int MinRows, int Vectors, class Columns, class Epilogue>
void convPanel(const ConvContext& context, std::int64_t first, std::int64_t last, const float* in,
               const float* panel, const float* bias, float* out, std::int64_t at,
               std::int64_t column, Columns columns, const Epilogue& epilogue) {
  const EvenSplit split = splitEvenly(last - first, MaxRows);
  Position place = positionOf(context.sizes.window, first);
  at += first * context.sizes.outPixel;
  for (std::int64_t part = 0; part < split.parts; ++part) {
    const std::int64_t height = split.size + (part < split.larger ? 1 : 0);
    withCount<MaxRows, MinRows>(height, [&](auto count) MCC_INLINE {
      convTile<count, Vectors>(context, in, place, panel, bias, out, at, column, columns, epilogue);
    });
    for (std::int64_t i = 0; i < height; ++i) step(context.sizes.window, place);
    at += height * context.sizes.outPixel;
  }
}

/// One group of one image: blocks of pixels whose input stays in the cache, times all panels.
template <int MaxRows, int MinRows, int Vectors, int TailVectors, class Epilogue>
void convGroup(const ConvContext& context, const float* in, const float* weights, const float* bias,
               float* out, std::int64_t at, std::int64_t firstColumn, const Epilogue& epilogue) {
  constexpr std::int64_t kWidth = Vectors * F32::kLanes;
  constexpr std::int64_t kBlock = 65536;  // floats of input that stay in the second-level cache
  const Window& window = context.sizes.window;
  const std::int64_t columns = context.sizes.outChannels / context.sizes.groups;
  const std::int64_t panelDepth = volume(window.kernel) * context.depth;
  const std::int64_t perPixel = volume(window.stride) * context.depth;
  const std::int64_t fitting = perPixel > 0 ? kBlock / perPixel : 1;
  const EvenSplit split =
      splitEvenly(volume(window.out), fitting > 4 * MaxRows ? fitting : 4 * MaxRows);
  std::int64_t first = 0;
  for (std::int64_t part = 0; part < split.parts; ++part) {
    const std::int64_t last = first + split.size + (part < split.larger ? 1 : 0);
    std::int64_t column = 0;
    for (; column + kWidth <= columns; column += kWidth) {
      convPanel<MaxRows, MinRows, Vectors>(context, first, last, in, weights + column * panelDepth,
                                           bias == nullptr ? nullptr : bias + column, out,
                                           at + column, firstColumn + column, AllColumns{},
                                           epilogue);
    }
    if constexpr (TailVectors > 0) {
      if (column < columns) {
        convPanel<MaxRows, MinRows, TailVectors>(
            context, first, last, in, weights + column * panelDepth,
            bias == nullptr ? nullptr : bias + column, out, at + column, firstColumn + column,
            SomeColumns{columns - column}, epilogue);
      }
    }
    first = last;
  }
}

template <int MaxRows, int MinRows, int Vectors, int TailVectors, class Epilogue>
void convGroups(Tile<MaxRows, MinRows, Vectors, TailVectors>, const ConvSizes& sizes,
                const float* in, const float* weights, std::int64_t groupWeights, const float* bias,
                float* out, const float* zeros, const Epilogue& epilogue) {
  const Window& window = sizes.window;
  const std::int64_t depth = sizes.inChannels / sizes.groups;
  const std::int64_t columns = sizes.outChannels / sizes.groups;
  const ConvContext context{sizes, zeros, depth, window.dilation[2] == 1 && sizes.inPixel == depth};
  for (std::int64_t image = 0; image < sizes.batch; ++image) {
    for (std::int64_t g = 0; g < sizes.groups; ++g) {
      convGroup<MaxRows, MinRows, Vectors, TailVectors>(
          context, in + image * volume(window.in) * sizes.inPixel + g * depth,
          weights + g * groupWeights, bias == nullptr ? nullptr : bias + g * columns, out,
          image * volume(window.out) * sizes.outPixel + g * columns, g * columns, epilogue);
    }
  }
}

/// Floats of packed weights of one group.
constexpr std::int64_t convGroupWeights(const ConvSizes& sizes) {
  const std::int64_t columns = sizes.outChannels / sizes.groups;
  return volume(sizes.window.kernel) * (sizes.inChannels / sizes.groups) *
         ((columns + F32::kLanes - 1) / F32::kLanes * F32::kLanes);
}

/// out = epilogue(conv(in, weights) + bias). Weights are packed by packConv. `bias` has outChannels
/// elements or is null; `scratch` has convScratchFloats(sizes) elements.
template <class RegisterTile, class Epilogue>
[[gnu::noinline]] void conv(const ConvSizes& sizes, const float* in, const float* weights,
                            const float* bias, float* out, float* scratch,
                            const Epilogue& epilogue) {
  for (std::int64_t i = 0; i < convScratchFloats(sizes); ++i) scratch[i] = 0.0f;
  convGroups(RegisterTile{}, sizes, in, weights, convGroupWeights(sizes), bias, out, scratch,
             epilogue);
}

}  // namespace mcc::rt
