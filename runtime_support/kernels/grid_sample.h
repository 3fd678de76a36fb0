// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading channels-last tensors of two or three spatial dimensions at positions given by a grid, by
// the rules of PyTorch's grid_sample.
#pragma once

#include <cmath>
#include <cstdint>

#include "runtime_support/kernels/channels.h"
#include "runtime_support/kernels/interpolation.h"
#include "runtime_support/kernels/window.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// in [batch][spatial][channels], grid [batch][points][2 or 3] -> out [batch][points][channels].
/// `in` is led by ones to depth, height, width; the grid has x first, from -1 to 1: the centres of
/// the first and last elements with alignCorners, else the outer edges.
struct GridSizes {
  std::int64_t in[3];
  std::int64_t batch;
  std::int64_t points;
  std::int64_t channels;
  bool alignCorners;
};

/// One dimension. Positions are computed in R, float or double.
template <class R>
struct GridAxis {
  std::int64_t size;
  bool alignCorners;

  R last() const { return static_cast<R>(size - 1); }
  /// The position of grid coordinate c, in elements.
  R unnormalized(R c) const {
    if (alignCorners) return product((c + R(1)) / R(2), last());
    return (product(c + R(1), static_cast<R>(size)) - R(1)) / R(2);
  }
  /// The element at a whole position, or -1 outside (or for NaN).
  std::int64_t elementAt(R position) const {
    return position >= R(0) && position <= last() ? static_cast<std::int64_t>(position) : -1;
  }
};

/// What lies outside the input: zeros ...
struct ZerosPadding {
  template <class R>
  static R moved(const GridAxis<R>&, R position) {
    return position;
  }
};
/// ... the nearest element of the border (the first one for NaN) ...
struct BorderPadding {
  template <class R>
  static R moved(const GridAxis<R>& axis, R position) {
    if (!(position > R(0))) return R(0);
    return position < axis.last() ? position : axis.last();
  }
};
/// ... or the input mirrored, at the centres of its outer elements with alignCorners, else at their
/// edges.
struct ReflectionPadding {
  template <class R>
  static R moved(const GridAxis<R>& axis, R position) {
    const R low = axis.alignCorners ? R(0) : static_cast<R>(-0.5);
    const R span = axis.alignCorners ? axis.last() : static_cast<R>(axis.size);
    if (span == R(0)) return R(0);
    const R distance = std::fabs(position - low);
    const R rest = std::fmod(distance, span);
    const bool even = std::fmod(std::floor(distance / span), R(2)) == R(0);
    return BorderPadding::moved(axis, (even ? rest : span - rest) + low);
  }
};

/// Elements of one dimension (-1: outside) and their weights.
template <class R>
struct GridTaps {
  std::int64_t count;
  std::int64_t elements[4];
  R weights[4];
};

/// Modes: the nearest element, halves to even ...
struct NearestSample {
  template <class Padding, class R>
  static void find(Padding, const GridAxis<R>& axis, R position, GridTaps<R>& taps) {
    taps.count = 1;
    taps.elements[0] = axis.elementAt(std::nearbyint(Padding::moved(axis, position)));
    taps.weights[0] = R(1);
  }
};
/// ... linear between two ...
struct LinearSample {
  template <class Padding, class R>
  static void find(Padding, const GridAxis<R>& axis, R position, GridTaps<R>& taps) {
    const R moved = Padding::moved(axis, position);
    const R low = std::floor(moved);
    const R t = moved - low;
    taps.count = 2;
    taps.elements[0] = axis.elementAt(low);
    taps.elements[1] = axis.elementAt(low + R(1));
    taps.weights[0] = R(1) - t;
    taps.weights[1] = t;
  }
};
/// ... cubic between four.
struct CubicSample {
  template <class Padding, class R>
  static void find(Padding, const GridAxis<R>& axis, R position, GridTaps<R>& taps) {
    const R low = std::floor(position);
    const R t = position - low;
    taps.count = std::fabs(low) < static_cast<R>(1 << 30) ? 4 : 0;  // nothing for NaN either
    for (int k = 0; k < taps.count; ++k) {
      const R at = Padding::moved(axis, low + static_cast<R>(k - 1));
      taps.elements[k] = axis.elementAt(std::trunc(at));
      taps.weights[k] = cubicWeight(std::fabs(t - static_cast<R>(k - 1)), static_cast<R>(-0.75));
    }
  }
};

/// Elements of the input that a point is a weighted sum of.
template <class R>
struct GridPoint {
  std::int64_t count;
  std::int64_t pixels[16];
  R weights[16];
};

template <int Dims, class Mode, class Padding, class R>
void findPoint(const GridSizes& sizes, const R* coordinates, GridPoint<R>& point) {
  point.count = 1;
  point.pixels[0] = 0;
  point.weights[0] = R(1);
  for (int d = 3 - Dims; d < 3; ++d) {
    const GridAxis<R> axis{sizes.in[d], sizes.alignCorners};
    GridTaps<R> taps{};
    Mode::find(Padding{}, axis, axis.unnormalized(coordinates[2 - d]), taps);
    const GridPoint<R> before = point;
    point.count = 0;
    for (std::int64_t i = 0; i < before.count; ++i) {
      for (std::int64_t k = 0; k < taps.count; ++k) {
        if (taps.elements[k] < 0) continue;
        point.pixels[point.count] = before.pixels[i] * axis.size + taps.elements[k];
        point.weights[point.count] = before.weights[i] * taps.weights[k];
        ++point.count;
      }
    }
  }
}

/// Calls mix(image, point, out) for every point.
template <int Dims, class Mode, class Padding, class R, class Mix>
void forEachPoint(const GridSizes& sizes, const R* in, const R* grid, R* out, const Mix& mix) {
  GridPoint<R> point{};
  for (std::int64_t n = 0; n < sizes.batch; ++n) {
    for (std::int64_t p = 0; p < sizes.points; ++p) {
      findPoint<Dims, Mode, Padding>(sizes, grid, point);
      mix(in, point, out);
      grid += Dims;
      out += sizes.channels;
    }
    in += volume(sizes.in) * sizes.channels;
  }
}

/// Dims is 2 or 3, Mode one of the classes above (CubicSample in 2 dimensions).
template <int Dims, class Mode, class Padding>
[[gnu::noinline]] void gridSample(const GridSizes& sizes, const float* in, const float* grid,
                                  float* out) {
  const std::int64_t channels = sizes.channels;
  forEachPoint<Dims, Mode, Padding>(
      sizes, in, grid, out,
      [channels](const float* image, const GridPoint<float>& point, float* to) {
        forEachVector(channels, [&](std::int64_t c, auto lanes) {
          F32 sum = broadcast(0.0f);
          for (std::int64_t k = 0; k < point.count; ++k) {
            const F32 x = load(image + point.pixels[k] * channels + c, lanes);
            sum = fma(broadcast(point.weights[k]), x, sum);
          }
          store(to + c, sum, lanes);
        });
      });
}

/// The same for double, one element at a time.
template <int Dims, class Mode, class Padding, class R>
[[gnu::noinline]] void gridSampleEach(const GridSizes& sizes, const R* in, const R* grid, R* out) {
  const std::int64_t channels = sizes.channels;
  forEachPoint<Dims, Mode, Padding>(
      sizes, in, grid, out, [channels](const R* image, const GridPoint<R>& point, R* to) {
        for (std::int64_t c = 0; c < channels; ++c) {
          R sum = R(0);
          for (std::int64_t k = 0; k < point.count; ++k) {
            sum += point.weights[k] * image[point.pixels[k] * channels + c];
          }
          to[c] = sum;
        }
      });
}

}  // namespace mcc::rt
