// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows that slide over depth, height and width: what convolution and pooling share.
#pragma once

#include <cstdint>

namespace mcc::rt {

/// Sizes in the order depth, height, width. With fewer dimensions the leading ones have size 1,
/// kernel 1, stride 1, dilation 1 and no padding. `pad` is the padding in front; what is needed
/// behind follows from `out`.
struct Window {
  std::int64_t in[3];
  std::int64_t out[3];
  std::int64_t kernel[3];
  std::int64_t stride[3];
  std::int64_t dilation[3];
  std::int64_t pad[3];
};

/// A place in the output.
struct Position {
  std::int64_t z;
  std::int64_t y;
  std::int64_t x;
};

constexpr std::int64_t volume(const std::int64_t (&sizes)[3]) {
  return sizes[0] * sizes[1] * sizes[2];
}

/// The place of output pixel `pixel`, counted row by row.
constexpr Position positionOf(const Window& window, std::int64_t pixel) {
  const std::int64_t row = pixel / window.out[2];
  return {row / window.out[1], row % window.out[1], pixel % window.out[2]};
}

/// Steps to the next output pixel.
constexpr void step(const Window& window, Position& place) {
  if (++place.x < window.out[2]) return;
  place.x = 0;
  if (++place.y < window.out[1]) return;
  place.y = 0;
  ++place.z;
}

/// The input coordinate of the first tap of dimension `d` for output coordinate `at`.
constexpr std::int64_t firstTap(const Window& window, int d, std::int64_t at) {
  return at * window.stride[d] - window.pad[d];
}

/// Taps first..last - 1 of a dimension that lie inside the input.
struct TapRange {
  std::int64_t first;
  std::int64_t last;
};
constexpr TapRange insideTaps(const Window& window, int d, std::int64_t at) {
  const std::int64_t begin = firstTap(window, d, at);
  const std::int64_t dilation = window.dilation[d];
  const std::int64_t kernel = window.kernel[d];
  const std::int64_t room = window.in[d] - begin;
  std::int64_t first = begin < 0 ? -begin : 0;
  std::int64_t last = room > 0 ? room : 0;
  if (dilation != 1) {  // divisions are slow
    first = (first + dilation - 1) / dilation;
    last = (last + dilation - 1) / dilation;
  }
  if (last > kernel) last = kernel;
  return {first < last ? first : last, last};
}

/// Calls body(tap, pixel) for every tap that lies inside the input: its number in the kernel and
/// the number of the input pixel under it.
template <class Body>
constexpr void forEachTap(const Window& window, const Position& place, Body&& body) {
  const TapRange zs = insideTaps(window, 0, place.z);
  const TapRange ys = insideTaps(window, 1, place.y);
  const TapRange xs = insideTaps(window, 2, place.x);
  for (std::int64_t z = zs.first; z < zs.last; ++z) {
    const std::int64_t inZ = firstTap(window, 0, place.z) + z * window.dilation[0];
    for (std::int64_t y = ys.first; y < ys.last; ++y) {
      const std::int64_t inY = firstTap(window, 1, place.y) + y * window.dilation[1];
      for (std::int64_t x = xs.first; x < xs.last; ++x) {
        const std::int64_t inX = firstTap(window, 2, place.x) + x * window.dilation[2];
        body((z * window.kernel[1] + y) * window.kernel[2] + x,
             (inZ * window.in[1] + inY) * window.in[2] + inX);
      }
    }
  }
}

}  // namespace mcc::rt
