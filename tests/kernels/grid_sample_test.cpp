// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// grid_sample against a sum over the elements of an endless plane: every point takes a share of
// each by distance, and padding says what stands where the input does not reach. Double precision.
#include "runtime_support/kernels/grid_sample.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/kernels/tensors.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::randomFloats;

enum class Mode { nearest, linear, cubic };
enum class Padding { zeros, border, reflection };

double cubic(double x) {
  const double a = -0.75;
  const double d = std::fabs(x);
  if (d >= 2.0) return 0.0;
  return d < 1.0 ? (a + 2.0) * d * d * d - (a + 3.0) * d * d + 1.0
                 : a * (d * d * d - 5.0 * d * d + 8.0 * d - 4.0);
}

double share(Mode mode, double distance) {
  if (mode == Mode::cubic) return cubic(distance);
  const double d = std::fabs(distance);
  if (mode == Mode::linear) return d < 1.0 ? 1.0 - d : 0.0;
  return d < 0.5 ? 1.0 : 0.0;  // the grids below have no halves
}

/// The element that stands at `at` of an endless line, or -1 for a zero: mirrored again and again
/// until it lies inside.
std::int64_t elementAt(Padding padding, bool alignCorners, std::int64_t size, std::int64_t at) {
  if (padding == Padding::zeros) return at < 0 || at >= size ? -1 : at;
  if (padding == Padding::border || size == 1) return at < 0 ? 0 : at >= size ? size - 1 : at;
  const std::int64_t edge = alignCorners ? 0 : 1;  // -1 is the mirror image of 1 or of 0
  while (at < 0 || at >= size) at = at < 0 ? -at - edge : 2 * (size - 1) - at + edge;
  return at;
}

/// Shares of the elements of one dimension at grid coordinate c.
std::vector<double> shares(const GridSizes& sizes, Mode mode, Padding padding, int d, double c) {
  const std::int64_t size = sizes.in[d];
  const auto n = static_cast<double>(size);
  double at = sizes.alignCorners ? (c + 1.0) / 2.0 * (n - 1.0) : ((c + 1.0) * n - 1.0) / 2.0;
  // Linear and nearest move the point itself inside, which mirrors differ from at the edges.
  if (mode != Mode::cubic && padding != Padding::zeros) {
    const double low = sizes.alignCorners ? 0.0 : -0.5;
    const double high = sizes.alignCorners ? n - 1.0 : n - 0.5;
    while (padding == Padding::reflection && high > low && (at < low || at > high)) {
      at = at < low ? 2.0 * low - at : 2.0 * high - at;
    }
    at = at < 0.0 ? 0.0 : at > n - 1.0 ? n - 1.0 : at;
  }
  std::vector<double> out(static_cast<std::size_t>(size), 0.0);
  for (std::int64_t k = static_cast<std::int64_t>(at) - 4; k < static_cast<std::int64_t>(at) + 5;
       ++k) {
    const std::int64_t element = elementAt(padding, sizes.alignCorners, size, k);
    if (element < 0) continue;
    out[static_cast<std::size_t>(element)] += share(mode, static_cast<double>(k) - at);
  }
  return out;
}

struct Problem {
  GridSizes sizes;
  int dims;
  std::vector<float> in, grid;

  Problem(const GridSizes& s, int d)
      : sizes(s),
        dims(d),
        in(randomFloats(s.batch * volume(s.in) * s.channels, 1)),
        grid(randomFloats(s.batch * s.points * d, 2)) {}

  double expected(Mode mode, Padding padding, std::int64_t point, std::int64_t channel) const {
    const auto coordinate = [&](int d) {
      if (d < 3 - dims) return std::vector<double>{1.0};
      const auto at = static_cast<std::size_t>(point * dims + 2 - d);
      return shares(sizes, mode, padding, d, static_cast<double>(grid[at]));
    };
    const auto zs = coordinate(0);
    const auto ys = coordinate(1);
    const auto xs = coordinate(2);
    double sum = 0.0;
    auto from = static_cast<std::size_t>(
        point / sizes.points * volume(sizes.in) * sizes.channels + channel);
    for (const double z : zs) {
      for (const double y : ys) {
        for (const double x : xs) {
          sum += z * y * x * static_cast<double>(in[from]);
          from += static_cast<std::size_t>(sizes.channels);
        }
      }
    }
    return sum;
  }

  template <class T>
  void check(Mode mode, Padding padding, const Guarded<T>& out) const {
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < sizes.batch * sizes.points * sizes.channels; ++i) {
      const double want = expected(mode, padding, i / sizes.channels, i % sizes.channels);
      wrong += testing::near(static_cast<double>(out[i]), want, 4.0, 2e-5) ? 0 : 1;
    }
    INFO("mode " << static_cast<int>(mode) << ", padding " << static_cast<int>(padding) << ", "
                 << sizes.in[0] << "x" << sizes.in[1] << "x" << sizes.in[2]
                 << (sizes.alignCorners ? " aligned" : ""));
    CHECK(wrong == 0);
    CHECK(out.intact());
  }

  template <int Dims, class Sample, class Pad>
  void run(Mode mode, Padding padding) const {
    if (Dims != dims) return;
    const std::int64_t count = sizes.batch * sizes.points * sizes.channels;
    Guarded<float> out(count);
    gridSample<Dims, Sample, Pad>(sizes, in.data(), grid.data(), out.data());
    check(mode, padding, out);
    const std::vector<double> wide(in.begin(), in.end());
    const std::vector<double> wideGrid(grid.begin(), grid.end());
    Guarded<double> wideOut(count);
    gridSampleEach<Dims, Sample, Pad>(sizes, wide.data(), wideGrid.data(), wideOut.data());
    check(mode, padding, wideOut);
  }

  template <int Dims, class Sample>
  void runPaddings(Mode mode) const {
    run<Dims, Sample, ZerosPadding>(mode, Padding::zeros);
    run<Dims, Sample, BorderPadding>(mode, Padding::border);
    run<Dims, Sample, ReflectionPadding>(mode, Padding::reflection);
  }
};

}  // namespace

TEST_CASE("gridSample takes shares by distance") {
  const GridSizes planes[] = {{{1, 5, 7}, 2, 40, 3, false},
                              {{1, 4, 3}, 1, 60, 9, true},
                              {{1, 1, 6}, 1, 30, 17, false},
                              {{1, 1, 1}, 1, 10, 1, true}};
  for (const GridSizes& sizes : planes) {
    const Problem problem(sizes, 2);
    problem.runPaddings<2, NearestSample>(Mode::nearest);
    problem.runPaddings<2, LinearSample>(Mode::linear);
    problem.runPaddings<2, CubicSample>(Mode::cubic);
  }
  for (const bool corners : {false, true}) {
    const Problem problem({{3, 4, 5}, 2, 30, 5, corners}, 3);
    problem.runPaddings<3, NearestSample>(Mode::nearest);
    problem.runPaddings<3, LinearSample>(Mode::linear);
  }
}

TEST_CASE("gridSample rounds halves to even") {
  const float in[] = {1.0f, 2.0f, 3.0f, 4.0f};
  const float grid[] = {-0.5f, 0.0f, 0.0f, 0.0f, 0.5f, 0.0f};  // between two of the four each
  Guarded<float> out(3);
  gridSample<2, NearestSample, BorderPadding>({{1, 1, 4}, 1, 3, 1, false}, in, grid, out.data());
  CHECK(out[0] == 1.0f);
  CHECK(out[1] == 3.0f);
  CHECK(out[2] == 3.0f);
}

TEST_CASE("gridSample reads nothing outside, wherever the grid points") {
  const float far = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float grid[] = {far, -far, nan, 0.0f, 0.0f, nan, 3e38f, -3e38f, 1e9f, 1e10f};
  const GridSizes sizes{{1, 3, 4}, 1, 5, 2, false};
  const std::vector<float> in(24, 1.0f);
  Guarded<float> out(10);
  gridSample<2, LinearSample, ZerosPadding>(sizes, in.data(), grid, out.data());
  for (std::int64_t i = 0; i < 10; ++i) CHECK(out[i] == 0.0f);
  gridSample<2, LinearSample, BorderPadding>(sizes, in.data(), grid, out.data());
  for (std::int64_t i = 0; i < 10; ++i) CHECK(out[i] == 1.0f);
  gridSample<2, NearestSample, ReflectionPadding>(sizes, in.data(), grid, out.data());
  for (std::int64_t i = 0; i < 10; ++i) CHECK(out[i] == 1.0f);
  gridSample<2, CubicSample, ReflectionPadding>(sizes, in.data(), grid, out.data());
  CHECK(out.intact());
}

}  // namespace mcc::rt
