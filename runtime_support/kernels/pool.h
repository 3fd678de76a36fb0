// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooling over channels-last tensors of one to three spatial dimensions.
#pragma once

#include <cstdint>
#include <limits>

#include "runtime_support/kernels/channels.h"
#include "runtime_support/kernels/window.h"
#include "runtime_support/math/integers.h"
#include "runtime_support/math/rounding.h"
#include "runtime_support/math/select.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// in [batch][spatial][channels] -> out [batch][spatial][channels].
struct PoolSizes {
  Window window;
  std::int64_t batch;
  std::int64_t channels;
};

/// How avgPool divides: by `divisor`, or when that is 0 by the window's size clipped to the input
/// extended by `low` and `high` elements at its ends.
struct PoolDivisor {
  std::int64_t divisor;
  std::int64_t low[3];
  std::int64_t high[3];
};

constexpr std::int64_t clippedTaps(const Window& window, const PoolDivisor& by, int d,
                                   std::int64_t at) {
  const std::int64_t begin = firstTap(window, d, at);
  const std::int64_t first = begin > -by.low[d] ? begin : -by.low[d];
  const std::int64_t limit = window.in[d] + by.high[d];
  const std::int64_t last = begin + window.kernel[d] < limit ? begin + window.kernel[d] : limit;
  return last - first;
}

constexpr std::int64_t divisorAt(const Window& window, const PoolDivisor& by,
                                 const Position& place) {
  if (by.divisor != 0) return by.divisor;
  return clippedTaps(window, by, 0, place.z) * clippedTaps(window, by, 1, place.y) *
         clippedTaps(window, by, 2, place.x);
}

/// Calls body(image, place, outPixel) for every output pixel; `image` is where its input begins.
template <class T, class Body>
void forEachPixel(const PoolSizes& sizes, const T* in, Body&& body) {
  const std::int64_t pixels = volume(sizes.window.out);
  for (std::int64_t n = 0; n < sizes.batch; ++n) {
    const T* const image = in + n * volume(sizes.window.in) * sizes.channels;
    Position place{0, 0, 0};
    for (std::int64_t pixel = 0; pixel < pixels; ++pixel) {
      body(image, place, n * pixels + pixel);
      step(sizes.window, place);
    }
  }
}

/// The largest element under the window; NaN wins, padding never does.
[[gnu::noinline]] inline void maxPool(const PoolSizes& sizes, const float* in, float* out) {
  forEachPixel(sizes, in, [&](const float* image, const Position& place, std::int64_t pixel) {
    forEachVector(sizes.channels, [&](std::int64_t c, auto lanes) {
      F32 best = broadcast(-std::numeric_limits<float>::infinity());
      forEachTap(sizes.window, place, [&](std::int64_t, std::int64_t from) {
        best = max(best, load(image + from * sizes.channels + c, lanes));
      });
      store(out + pixel * sizes.channels + c, best, lanes);
    });
  });
}

/// The same for any type, with the place of the element in the input's plane if `indices` is not
/// null: the first of equal ones.
template <class T>
[[gnu::noinline]] void maxPoolEach(const PoolSizes& sizes, const T* in, T* out,
                                   std::int64_t* indices) {
  forEachPixel(sizes, in, [&](const T* image, const Position& place, std::int64_t pixel) {
    for (std::int64_t c = 0; c < sizes.channels; ++c) {
      T best = T(0);
      std::int64_t at = -1;
      forEachTap(sizes.window, place, [&](std::int64_t, std::int64_t from) {
        const T x = image[from * sizes.channels + c];
        if (at < 0 || x > best || (x != x && best == best)) {
          best = x;
          at = from;
        }
      });
      if (out != nullptr) out[pixel * sizes.channels + c] = best;
      if (indices != nullptr) indices[pixel * sizes.channels + c] = at;
    }
  });
}

/// The mean of the elements under the window.
[[gnu::noinline]] inline void avgPool(const PoolSizes& sizes, const PoolDivisor& by,
                                      const float* in, float* out) {
  forEachPixel(sizes, in, [&](const float* image, const Position& place, std::int64_t pixel) {
    const F32 divisor = broadcast(static_cast<float>(divisorAt(sizes.window, by, place)));
    forEachVector(sizes.channels, [&](std::int64_t c, auto lanes) {
      F32 sum = broadcast(0.0f);
      forEachTap(sizes.window, place, [&](std::int64_t, std::int64_t from) {
        sum = sum + load(image + from * sizes.channels + c, lanes);
      });
      store(out + pixel * sizes.channels + c, sum / divisor, lanes);
    });
  });
}

/// sum / divisor; integers wrap around and truncate.
template <class T>
constexpr T meanOf(T sum, std::int64_t divisor) {
  using Wide = WrappingType<T>;
  // The smallest integer / -1 would be undefined.
  if (divisor == -1) return static_cast<T>(static_cast<Wide>(sum) * static_cast<Wide>(divisor));
  return static_cast<T>(sum / static_cast<T>(divisor));
}

template <class T>
[[gnu::noinline]] void avgPoolEach(const PoolSizes& sizes, const PoolDivisor& by, const T* in,
                                   T* out) {
  forEachPixel(sizes, in, [&](const T* image, const Position& place, std::int64_t pixel) {
    const std::int64_t divisor = divisorAt(sizes.window, by, place);
    for (std::int64_t c = 0; c < sizes.channels; ++c) {
      T sum = T(0);
      forEachTap(sizes.window, place, [&](std::int64_t, std::int64_t from) {
        const T x = image[from * sizes.channels + c];
        sum = static_cast<T>(static_cast<WrappingType<T>>(sum) + static_cast<WrappingType<T>>(x));
      });
      out[pixel * sizes.channels + c] = meanOf(sum, divisor);
    }
  });
}

/// Sizes of adaptive pooling: output i of a dimension covers [floor(i * in / out),
/// ceil((i + 1) * in / out)).
struct AdaptiveSizes {
  std::int64_t in[3];
  std::int64_t out[3];
  std::int64_t batch;
  std::int64_t channels;
};

/// Calls body(image, z0, z1, y0, y1, x0, x1, pixel) with the bounds of every output's window.
template <class T, class Body>
void forEachAdaptive(const AdaptiveSizes& sizes, const T* in, Body&& body) {
  const auto begin = [&](int d, std::int64_t i) { return i * sizes.in[d] / sizes.out[d]; };
  const auto end = [&](int d, std::int64_t i) {
    return ((i + 1) * sizes.in[d] + sizes.out[d] - 1) / sizes.out[d];
  };
  std::int64_t pixel = 0;
  for (std::int64_t n = 0; n < sizes.batch; ++n) {
    const T* const image = in + n * volume(sizes.in) * sizes.channels;
    for (std::int64_t z = 0; z < sizes.out[0]; ++z) {
      for (std::int64_t y = 0; y < sizes.out[1]; ++y) {
        for (std::int64_t x = 0; x < sizes.out[2]; ++x) {
          const std::int64_t low[3] = {begin(0, z), begin(1, y), begin(2, x)};
          const std::int64_t high[3] = {end(0, z), end(1, y), end(2, x)};
          body(image, low, high, pixel++);
        }
      }
    }
  }
}

/// Calls body(pixel of the input) inside [low, high).
template <class Body>
void forEachInside(const std::int64_t (&in)[3], const std::int64_t (&low)[3],
                   const std::int64_t (&high)[3], Body&& body) {
  for (std::int64_t z = low[0]; z < high[0]; ++z) {
    for (std::int64_t y = low[1]; y < high[1]; ++y) {
      for (std::int64_t x = low[2]; x < high[2]; ++x) body((z * in[1] + y) * in[2] + x);
    }
  }
}

template <class T>
[[gnu::noinline]] void adaptiveAvgPool(const AdaptiveSizes& sizes, const T* in, T* out) {
  forEachAdaptive(sizes, in, [&](const T* image, const std::int64_t (&low)[3],
                                 const std::int64_t (&high)[3], std::int64_t pixel) {
    const std::int64_t count =
        (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
    for (std::int64_t c = 0; c < sizes.channels; ++c) {
      T sum = T(0);
      forEachInside(sizes.in, low, high, [&](std::int64_t from) {
        sum += image[from * sizes.channels + c];
      });
      out[pixel * sizes.channels + c] = meanOf(sum, count);
    }
  });
}

/// The largest element and, if `indices` is not null, the place of the first such in the plane.
template <class T>
[[gnu::noinline]] void adaptiveMaxPool(const AdaptiveSizes& sizes, const T* in, T* out,
                                       std::int64_t* indices) {
  forEachAdaptive(sizes, in, [&](const T* image, const std::int64_t (&low)[3],
                                 const std::int64_t (&high)[3], std::int64_t pixel) {
    for (std::int64_t c = 0; c < sizes.channels; ++c) {
      T best = T(0);
      std::int64_t at = -1;
      forEachInside(sizes.in, low, high, [&](std::int64_t from) {
        const T x = image[from * sizes.channels + c];
        if (at < 0 || x > best || (x != x && best == best)) {
          best = x;
          at = from;
        }
      });
      if (out != nullptr) out[pixel * sizes.channels + c] = best;
      if (indices != nullptr) indices[pixel * sizes.channels + c] = at;
    }
  });
}

}  // namespace mcc::rt
