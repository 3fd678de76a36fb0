// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interpolation of channels-last tensors to another spatial size, by the rules of PyTorch's
// interpolate.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "runtime_support/kernels/channels.h"
#include "runtime_support/kernels/interpolation.h"
#include "runtime_support/kernels/memory.h"
#include "runtime_support/kernels/window.h"
#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// in [batch][spatial][channels] -> out [batch][spatial][channels], sizes in the order depth,
/// height, width, led by ones. `factor` is the scale factor per dimension, 0 where it follows from
/// the sizes. With alignCorners the centres of the first and last elements coincide, else the
/// outer edges.
struct ResizeSizes {
  std::int64_t in[3];
  std::int64_t out[3];
  std::int64_t batch;
  std::int64_t channels;
  double factor[3];
  bool alignCorners;
};

/// One dimension. Positions are computed in R: double for double tensors, else float.
template <class R>
struct ResizeAxis {
  std::int64_t in;
  std::int64_t out;
  R scale;  // input elements per output element
  bool alignCorners;
};

template <class R>
ResizeAxis<R> resizeAxis(const ResizeSizes& sizes, int d) {
  const std::int64_t in = sizes.in[d];
  const std::int64_t out = sizes.out[d];
  R scale = static_cast<R>(in) / static_cast<R>(out);
  if (sizes.alignCorners) {
    scale = out > 1 ? static_cast<R>(in - 1) / static_cast<R>(out - 1) : R(0);
  } else if (sizes.factor[d] > 0.0) {
    scale = static_cast<R>(1.0 / sizes.factor[d]);
  }
  return {in, out, scale, sizes.alignCorners};
}

/// Where output element i lies in the input.
template <class R>
R sourceOf(const ResizeAxis<R>& axis, std::int64_t i) {
  const R at = static_cast<R>(i);
  const R half = static_cast<R>(0.5);
  return axis.alignCorners ? product(axis.scale, at) : product(axis.scale, at + half) - half;
}

/// The element that a position >= -1 falls into, at most the last.
template <class R>
std::int64_t elementAt(const ResizeAxis<R>& axis, R position) {
  const R floor = std::floor(position);
  return floor < static_cast<R>(axis.in) ? static_cast<std::int64_t>(floor) : axis.in - 1;
}

/// Modes that take one element each: mode "nearest" ...
struct NearestFloor {
  template <class R>
  static std::int64_t elementOf(const ResizeAxis<R>& axis, std::int64_t i) {
    return elementAt(axis, product(axis.scale, static_cast<R>(i)));
  }
};
/// ... and "nearest-exact".
struct NearestCenter {
  template <class R>
  static std::int64_t elementOf(const ResizeAxis<R>& axis, std::int64_t i) {
    const R source = sourceOf(axis, i);
    return elementAt(axis, (source > R(0) ? source : R(0)) + static_cast<R>(0.5));
  }
};

/// Every output element is the nearest input element. `columns` has room for out[2] numbers.
template <class Nearest, class T>
[[gnu::noinline]] void resizeNearest(const ResizeSizes& sizes, const T* in, T* out,
                                     std::int64_t* columns) {
  using R = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const ResizeAxis<R> zAxis = resizeAxis<R>(sizes, 0);
  const ResizeAxis<R> yAxis = resizeAxis<R>(sizes, 1);
  const ResizeAxis<R> xAxis = resizeAxis<R>(sizes, 2);
  for (std::int64_t x = 0; x < sizes.out[2]; ++x) {
    columns[x] = Nearest::elementOf(xAxis, x) * sizes.channels;
  }
  for (std::int64_t n = 0; n < sizes.batch; ++n) {
    for (std::int64_t z = 0; z < sizes.out[0]; ++z) {
      const std::int64_t plane = n * sizes.in[0] + Nearest::elementOf(zAxis, z);
      for (std::int64_t y = 0; y < sizes.out[1]; ++y) {
        const std::int64_t row = plane * sizes.in[1] + Nearest::elementOf(yAxis, y);
        const T* from = in + row * sizes.in[2] * sizes.channels;
        for (std::int64_t x = 0; x < sizes.out[2]; ++x) {
          copy(from + columns[x], out, sizes.channels);
          out += sizes.channels;
        }
      }
    }
  }
}

/// The input elements first .. first + count - 1 that an output element is a weighted sum of.
struct ResizeSpan {
  std::int64_t first;
  std::int64_t count;
};

/// Modes that mix elements: linear in every dimension ...
struct LinearTaps {
  template <class R>
  static std::int64_t most(const ResizeAxis<R>&) {
    return 2;
  }
  template <class R>
  static ResizeSpan spanOf(const ResizeAxis<R>& axis, std::int64_t i, R* weights) {
    const R source = sourceOf(axis, i);
    const R position = source > R(0) ? source : R(0);
    const std::int64_t low = axis.in == axis.out ? i : elementAt(axis, position);
    const R past = axis.in == axis.out ? R(0) : position - static_cast<R>(low);
    const R t = past < R(1) ? past : R(1);
    if (low + 1 >= axis.in || axis.in == axis.out) {
      weights[0] = R(1);
      return {low, 1};
    }
    weights[0] = R(1) - t;
    weights[1] = t;
    return {low, 2};
  }
};

/// ... cubic, elements beyond the border being those at the border ...
struct CubicTaps {
  template <class R>
  static std::int64_t most(const ResizeAxis<R>&) {
    return 4;
  }
  template <class R>
  static ResizeSpan spanOf(const ResizeAxis<R>& axis, std::int64_t i, R* weights) {
    const R position = sourceOf(axis, i);
    const std::int64_t low = elementAt(axis, position);
    const R past = position - static_cast<R>(low);
    const R t = past < R(1) ? past : R(1);
    const auto inside = [&](std::int64_t at) {
      return at < 0 ? 0 : at < axis.in ? at : axis.in - 1;
    };
    const ResizeSpan span{inside(low - 1), inside(low + 2) - inside(low - 1) + 1};
    for (std::int64_t k = 0; k < span.count; ++k) weights[k] = R(0);
    for (std::int64_t k = -1; k < 3; ++k) {
      const R distance = std::fabs(t - static_cast<R>(k));
      weights[inside(low + k) - span.first] += cubicWeight(distance, static_cast<R>(-0.75));
    }
    return span;
  }
};

/// Elements that a kernel reaching `support` elements to both sides covers at most; it is stretched
/// by the scale when the image shrinks.
template <class R>
std::int64_t mostAntialiased(const ResizeAxis<R>& axis, R support) {
  const R reach = std::ceil(axis.scale > R(1) ? support * axis.scale : support);
  const R all = static_cast<R>(axis.in);
  return R(2) * reach + R(1) < all ? 2 * static_cast<std::int64_t>(reach) + 1 : axis.in;
}

/// The elements under that kernel for output element i, with weights whose sum is 1.
template <class R, class Weight>
ResizeSpan antialiasedSpan(const ResizeAxis<R>& axis, std::int64_t i, R support, R* weights,
                           const Weight& weight) {
  const R half = static_cast<R>(0.5);
  const R stretch = axis.scale > R(1) ? axis.scale : R(1);
  const R center = product(axis.scale, static_cast<R>(i) + half);
  const auto inside = [&](R at) {
    if (!(at < static_cast<R>(axis.in))) return axis.in;
    return at > R(0) ? static_cast<std::int64_t>(at) : 0;
  };
  const std::int64_t first = inside(center - support * stretch + half);
  const std::int64_t covered = inside(center + support * stretch + half) - first;
  const std::int64_t most = mostAntialiased(axis, support);
  const std::int64_t count = covered < most ? covered : most;
  R sum = R(0);
  for (std::int64_t k = 0; k < count; ++k) {
    weights[k] = weight(std::fabs((static_cast<R>(first + k) - center + half) / stretch));
    sum += weights[k];
  }
  for (std::int64_t k = 0; k < count && sum != R(0); ++k) weights[k] /= sum;
  return {first, count};
}

/// ... and both with antialiasing.
struct SmoothLinearTaps {
  template <class R>
  static std::int64_t most(const ResizeAxis<R>& axis) {
    return mostAntialiased(axis, R(1));
  }
  template <class R>
  static ResizeSpan spanOf(const ResizeAxis<R>& axis, std::int64_t i, R* weights) {
    return antialiasedSpan(axis, i, R(1), weights, [](R d) { return d < R(1) ? R(1) - d : R(0); });
  }
};
struct SmoothCubicTaps {
  template <class R>
  static std::int64_t most(const ResizeAxis<R>& axis) {
    return mostAntialiased(axis, R(2));
  }
  template <class R>
  static ResizeSpan spanOf(const ResizeAxis<R>& axis, std::int64_t i, R* weights) {
    return antialiasedSpan(axis, i, R(2), weights,
                           [](R d) { return cubicWeight(d, static_cast<R>(-0.5)); });
  }
};

/// Spans and weights of all output elements of a dimension.
template <class R>
struct ResizeTable {
  const std::int64_t* spans;  // first and count of each
  const R* weights;           // `most` for each
  std::int64_t most;

  ResizeSpan span(std::int64_t i) const { return {spans[2 * i], spans[2 * i + 1]}; }
  const R* weightsOf(std::int64_t i) const { return weights + i * most; }
};

/// Fills the next free places of `spans` and `weights` and moves on.
template <class Taps, class R>
ResizeTable<R> resizeTable(const ResizeSizes& sizes, int d, std::int64_t*& spans, R*& weights) {
  const ResizeAxis<R> axis = resizeAxis<R>(sizes, d);
  const ResizeTable<R> table{spans, weights, Taps::most(axis)};
  const bool isOne = axis.in == 1 && axis.out == 1;
  for (std::int64_t i = 0; i < axis.out; ++i) {
    if (isOne) *weights = R(1);
    const ResizeSpan span = isOne ? ResizeSpan{0, 1} : Taps::spanOf(axis, i, weights);
    *spans++ = span.first;
    *spans++ = span.count;
    weights += table.most;
  }
  return table;
}

/// Dimension by dimension: first the rows an output row is made of are mixed into `row`, then its
/// elements. addRow(row, from, weight, count, isFirst) does the one, mix(out, row, weights, count)
/// for one pixel the other.
template <class Taps, class T, class AddRow, class Mix>
void resizeRows(const ResizeSizes& sizes, const T* in, T* out, std::int64_t* spans, T* weights,
                T* row, const AddRow& addRow, const Mix& mix) {
  const ResizeTable<T> zs = resizeTable<Taps>(sizes, 0, spans, weights);
  const ResizeTable<T> ys = resizeTable<Taps>(sizes, 1, spans, weights);
  const ResizeTable<T> xs = resizeTable<Taps>(sizes, 2, spans, weights);
  const std::int64_t width = sizes.in[2] * sizes.channels;
  const std::int64_t rows = sizes.batch * sizes.out[0] * sizes.out[1];
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t plane = r / sizes.out[1];
    const ResizeSpan z = zs.span(plane % sizes.out[0]);
    const ResizeSpan y = ys.span(r % sizes.out[1]);
    const T* zWeights = zs.weightsOf(plane % sizes.out[0]);
    const T* yWeights = ys.weightsOf(r % sizes.out[1]);
    const T* image = in + plane / sizes.out[0] * volume(sizes.in) * sizes.channels;
    for (std::int64_t k = 0; k < z.count * y.count; ++k) {
      const std::int64_t from = (z.first + k / y.count) * sizes.in[1] + y.first + k % y.count;
      addRow(row, image + from * width, zWeights[k / y.count] * yWeights[k % y.count], width,
             k == 0);
    }
    for (std::int64_t i = 0; i < sizes.out[2]; ++i) {
      const ResizeSpan x = xs.span(i);
      mix(out, row + x.first * sizes.channels, xs.weightsOf(i), x.count);
      out += sizes.channels;
    }
  }
}

/// Linear or cubic interpolation. Scratch: `spans` 2 numbers for every output coordinate of every
/// dimension, `weights` Taps::most for each, `row` a row of the input.
template <class Taps>
[[gnu::noinline]] void resize(const ResizeSizes& sizes, const float* in, float* out,
                              std::int64_t* spans, float* weights, float* row) {
  const std::int64_t channels = sizes.channels;
  const auto addRow = [](float* to, const float* from, float weight, std::int64_t count,
                         bool isFirst) {
    const F32 factor = broadcast(weight);
    forEachVector(count, [&](std::int64_t i, auto lanes) {
      const F32 x = load(from + i, lanes);
      store(to + i, isFirst ? factor * x : fma(factor, x, load(to + i, lanes)), lanes);
    });
  };
  const auto mix = [channels](float* to, const float* from, const float* taps, std::int64_t count) {
    forEachVector(channels, [&](std::int64_t c, auto lanes) {
      F32 sum = broadcast(0.0f);
      for (std::int64_t k = 0; k < count; ++k) {
        sum = fma(broadcast(taps[k]), load(from + k * channels + c, lanes), sum);
      }
      store(to + c, sum, lanes);
    });
  };
  resizeRows<Taps>(sizes, in, out, spans, weights, row, addRow, mix);
}

/// The same for double, one element at a time.
template <class Taps, class T>
[[gnu::noinline]] void resizeEach(const ResizeSizes& sizes, const T* in, T* out,
                                  std::int64_t* spans, T* weights, T* row) {
  const std::int64_t channels = sizes.channels;
  const auto addRow = [](T* to, const T* from, T weight, std::int64_t count, bool isFirst) {
    for (std::int64_t i = 0; i < count; ++i) to[i] = (isFirst ? T(0) : to[i]) + weight * from[i];
  };
  const auto mix = [channels](T* to, const T* from, const T* taps, std::int64_t count) {
    for (std::int64_t c = 0; c < channels; ++c) {
      T sum = T(0);
      for (std::int64_t k = 0; k < count; ++k) sum += taps[k] * from[k * channels + c];
      to[c] = sum;
    }
  };
  resizeRows<Taps>(sizes, in, out, spans, weights, row, addRow, mix);
}

}  // namespace mcc::rt
