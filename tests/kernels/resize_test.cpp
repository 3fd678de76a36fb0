// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interpolation against a sum over every input element in double precision: how much of it an
// output element takes is a product of one function of the distance per dimension.
#include "runtime_support/kernels/resize.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/kernels/tensors.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::randomFloats;

enum class Mode { nearest, nearestExact, linear, cubic, smoothLinear, smoothCubic };

double cubic(double x, double a) {
  const double d = std::fabs(x);
  if (d >= 2.0) return 0.0;
  return d < 1.0 ? (a + 2.0) * d * d * d - (a + 3.0) * d * d + 1.0
                 : a * (d * d * d - 5.0 * d * d + 8.0 * d - 4.0);
}

double triangle(double x) { return std::max(1.0 - std::fabs(x), 0.0); }

/// How much of input element k output element i takes, along dimension d.
std::vector<double> shares(const ResizeSizes& sizes, Mode mode, int d, std::int64_t i) {
  const auto in = static_cast<double>(sizes.in[d]);
  const auto out = static_cast<double>(sizes.out[d]);
  double scale = sizes.factor[d] > 0.0 ? 1.0 / sizes.factor[d] : in / out;
  if (sizes.alignCorners) scale = out > 1.0 ? (in - 1.0) / (out - 1.0) : 0.0;
  const auto at = static_cast<double>(i);
  const double source = sizes.alignCorners ? scale * at : scale * (at + 0.5) - 0.5;
  std::vector<double> share(static_cast<std::size_t>(sizes.in[d]), 0.0);
  const auto add = [&](double k, double weight) {
    share[static_cast<std::size_t>(std::clamp(k, 0.0, in - 1.0))] += weight;
  };
  const double stretch = std::max(scale, 1.0);
  const double center = scale * (at + 0.5) - 0.5;
  if (mode == Mode::nearest) add(std::floor(scale * at), 1.0);
  if (mode == Mode::nearestExact) add(std::floor(scale * (at + 0.5)), 1.0);
  if (mode == Mode::linear && sizes.in[d] == sizes.out[d]) add(at, 1.0);
  for (double k = -3.0; k < in + 3.0; k += 1.0) {
    const double from = std::max(source, 0.0);
    if (mode == Mode::linear && sizes.in[d] != sizes.out[d]) add(k, triangle(k - from));
    if (mode == Mode::cubic) add(k, cubic(k - source, -0.75));
    if (k < 0.0 || k >= in) continue;
    if (mode == Mode::smoothLinear) add(k, triangle((k - center) / stretch));
    if (mode == Mode::smoothCubic) add(k, cubic((k - center) / stretch, -0.5));
  }
  double sum = 0.0;
  for (const double s : share) sum += s;
  for (double& s : share) s /= sum;
  return share;
}

template <class T>
std::vector<double> expected(const ResizeSizes& sizes, Mode mode, const std::vector<T>& in) {
  std::vector<double> out;
  for (std::int64_t n = 0; n < sizes.batch; ++n) {
    for (std::int64_t pixel = 0; pixel < volume(sizes.out); ++pixel) {
      const auto zs = shares(sizes, mode, 0, pixel / sizes.out[2] / sizes.out[1]);
      const auto ys = shares(sizes, mode, 1, pixel / sizes.out[2] % sizes.out[1]);
      const auto xs = shares(sizes, mode, 2, pixel % sizes.out[2]);
      std::vector<double> sums(static_cast<std::size_t>(sizes.channels), 0.0);
      auto from = static_cast<std::size_t>(n * volume(sizes.in) * sizes.channels);
      for (const double z : zs) {
        for (const double y : ys) {
          for (const double x : xs) {
            for (double& sum : sums) sum += z * y * x * static_cast<double>(in[from++]);
          }
        }
      }
      out.insert(out.end(), sums.begin(), sums.end());
    }
  }
  return out;
}

std::vector<ResizeSizes> cases() {
  std::vector<ResizeSizes> all = {
      {{1, 1, 7}, {1, 1, 7}, 1, 3, {0, 0, 0}, false},
      {{1, 1, 5}, {1, 1, 13}, 2, 1, {0, 0, 0}, false},
      {{1, 1, 13}, {1, 1, 1}, 1, 2, {0, 0, 0}, false},
      {{1, 4, 6}, {1, 8, 12}, 1, 9, {0, 2, 2}, false},
      {{1, 1, 1}, {1, 4, 3}, 2, 17, {0, 0, 0}, false},
      {{1, 11, 9}, {1, 5, 8}, 1, 4, {0, 0, 0}, false},
      {{1, 10, 10}, {1, 17, 6}, 1, 3, {0, 1.7, 0.6}, false},
      {{1, 23, 31}, {1, 3, 4}, 1, 5, {0, 0, 0}, false},
      {{3, 4, 5}, {5, 2, 5}, 2, 6, {0, 0, 0}, false},
  };
  for (std::size_t i = 0, count = all.size(); i < count; ++i) {
    ResizeSizes aligned = all[i];
    aligned.alignCorners = true;
    all.push_back(aligned);
  }
  return all;
}

/// Weights that one dimension may take, as antialiasing needs the most.
std::int64_t room(const ResizeSizes& sizes) {
  std::int64_t total = 0;
  for (int d = 0; d < 3; ++d) total += 8 * sizes.in[d] + 9 * sizes.out[d];
  return total;
}

template <class T>
void check(const ResizeSizes& sizes, Mode mode, const std::vector<T>& in, const Guarded<T>& out) {
  const std::vector<double> want = expected(sizes, mode, in);
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const auto got = static_cast<double>(out[static_cast<std::int64_t>(i)]);
    wrong += testing::near(got, want[i], 1.0, 1e-5) ? 0 : 1;
  }
  INFO("mode " << static_cast<int>(mode) << ", " << sizes.in[1] << "x" << sizes.in[2] << " to "
               << sizes.out[1] << "x" << sizes.out[2] << (sizes.alignCorners ? " aligned" : ""));
  CHECK(wrong == 0);
  CHECK(out.intact());
}

template <class Nearest, class T>
void checkNearest(const ResizeSizes& sizes, Mode mode, const std::vector<T>& in) {
  Guarded<std::int64_t> columns(sizes.out[2]);
  Guarded<T> out(sizes.batch * volume(sizes.out) * sizes.channels);
  resizeNearest<Nearest>(sizes, in.data(), out.data(), columns.data());
  check(sizes, mode, in, out);
  CHECK(columns.intact());
}

template <class Taps>
void checkMixed(const ResizeSizes& sizes, Mode mode) {
  const std::int64_t count = sizes.batch * volume(sizes.in) * sizes.channels;
  const std::int64_t coordinates = sizes.out[0] + sizes.out[1] + sizes.out[2];
  const std::vector<float> in = randomFloats(count, 1);
  Guarded<std::int64_t> spans(2 * coordinates);
  Guarded<float> weights(room(sizes)), row(sizes.in[2] * sizes.channels);
  Guarded<float> out(sizes.batch * volume(sizes.out) * sizes.channels);
  resize<Taps>(sizes, in.data(), out.data(), spans.data(), weights.data(), row.data());
  check(sizes, mode, in, out);
  CHECK((spans.intact() && weights.intact() && row.intact()));
  const std::vector<double> wide(in.begin(), in.end());
  Guarded<double> wideWeights(room(sizes)), wideRow(sizes.in[2] * sizes.channels);
  Guarded<double> wideOut(sizes.batch * volume(sizes.out) * sizes.channels);
  resizeEach<Taps>(sizes, wide.data(), wideOut.data(), spans.data(), wideWeights.data(),
                   wideRow.data());
  check(sizes, mode, wide, wideOut);
}

}  // namespace

TEST_CASE("resizeNearest takes the elements that PyTorch takes") {
  for (const ResizeSizes& sizes : cases()) {
    if (sizes.alignCorners) continue;
    const std::int64_t count = sizes.batch * volume(sizes.in) * sizes.channels;
    checkNearest<NearestFloor>(sizes, Mode::nearest, randomFloats(count, 1));
    checkNearest<NearestCenter>(sizes, Mode::nearestExact, randomFloats(count, 1));
    checkNearest<NearestFloor>(sizes, Mode::nearest,
                               testing::randomIntegers<std::int64_t>(count, -9, 9, 1));
  }
}

TEST_CASE("resize mixes elements by distance") {
  for (const ResizeSizes& sizes : cases()) {
    checkMixed<LinearTaps>(sizes, Mode::linear);
    checkMixed<CubicTaps>(sizes, Mode::cubic);
  }
}

TEST_CASE("antialiased resize mixes all elements under the stretched kernel") {
  for (const ResizeSizes& sizes : cases()) {
    checkMixed<SmoothLinearTaps>(sizes, Mode::smoothLinear);
    checkMixed<SmoothCubicTaps>(sizes, Mode::smoothCubic);
  }
}

TEST_CASE("scale factors that don't fit the sizes read nothing outside") {
  for (const double factor : {1e-300, 1e-9, 0.01, 100.0, 1e300}) {
    const ResizeSizes sizes{{1, 3, 5}, {1, 4, 6}, 1, 2, {0, factor, factor}, false};
    const std::vector<float> in = randomFloats(30, 1);
    Guarded<std::int64_t> spans(22);
    Guarded<float> weights(room(sizes)), row(10), out(48);
    resizeNearest<NearestFloor>(sizes, in.data(), out.data(), spans.data());
    resizeNearest<NearestCenter>(sizes, in.data(), out.data(), spans.data());
    resize<LinearTaps>(sizes, in.data(), out.data(), spans.data(), weights.data(), row.data());
    resize<CubicTaps>(sizes, in.data(), out.data(), spans.data(), weights.data(), row.data());
    resize<SmoothCubicTaps>(sizes, in.data(), out.data(), spans.data(), weights.data(),
                            row.data());
    CHECK((spans.intact() && weights.intact() && row.intact() && out.intact()));
  }
}

}  // namespace mcc::rt
