// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolution against loops over every output, tap and channel in double precision.
#include "runtime_support/kernels/conv.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime_support/kernels/conv_plain.h"
#include "runtime_support/kernels/pack.h"
#include "tests/kernels/epilogues.h"
#include "tests/kernels/tensors.h"
#include "tests/kernels/windows.h"

namespace mcc::rt {
namespace {

using testing::AddRelu;
using testing::Guarded;
using testing::randomFloats;

struct Channels {
  std::int64_t in;
  std::int64_t out;
  std::int64_t groups;
};

struct Problem {
  ConvSizes sizes;
  std::vector<float> in, weights, bias, residual;

  Problem(const Window& window, const Channels& c, std::int64_t batch, std::int64_t padPixels)
      : sizes{window, batch, c.in, c.out, c.groups, c.in + padPixels, c.out + padPixels},
        in(randomFloats(batch * volume(window.in) * sizes.inPixel, 1)),
        weights(randomFloats(c.out * (c.in / c.groups) * volume(window.kernel), 2)),
        bias(randomFloats(c.out, 3)),
        residual(randomFloats(outFloats(), 4)) {}

  std::int64_t outFloats() const { return sizes.batch * volume(sizes.window.out) * sizes.outPixel; }

  /// One output, by the definition: for every tap, is it inside, and if so multiply.
  double sum(std::int64_t image, std::int64_t pixel, std::int64_t o) const {
    const Window& w = sizes.window;
    const std::int64_t depth = sizes.inChannels / sizes.groups;
    const std::int64_t g = o / (sizes.outChannels / sizes.groups);
    const std::int64_t at[3] = {pixel / (w.out[1] * w.out[2]), pixel / w.out[2] % w.out[1],
                                pixel % w.out[2]};
    double total = static_cast<double>(bias[static_cast<std::size_t>(o)]);
    std::int64_t tap = 0;
    for (std::int64_t kz = 0; kz < w.kernel[0]; ++kz) {
      for (std::int64_t ky = 0; ky < w.kernel[1]; ++ky) {
        for (std::int64_t kx = 0; kx < w.kernel[2]; ++kx, ++tap) {
          const std::int64_t z = at[0] * w.stride[0] - w.pad[0] + kz * w.dilation[0];
          const std::int64_t y = at[1] * w.stride[1] - w.pad[1] + ky * w.dilation[1];
          const std::int64_t x = at[2] * w.stride[2] - w.pad[2] + kx * w.dilation[2];
          if (z < 0 || z >= w.in[0] || y < 0 || y >= w.in[1] || x < 0 || x >= w.in[2]) continue;
          const std::int64_t from =
              (((image * w.in[0] + z) * w.in[1] + y) * w.in[2] + x) * sizes.inPixel + g * depth;
          for (std::int64_t c = 0; c < depth; ++c) {
            const auto k = static_cast<std::size_t>((o * depth + c) * volume(w.kernel) + tap);
            total += static_cast<double>(in[static_cast<std::size_t>(from + c)]) *
                     static_cast<double>(weights[k]);
          }
        }
      }
    }
    return total;
  }

  void check(const Guarded<float>& out, bool fused) const {
    const std::int64_t pixels = volume(sizes.window.out);
    const double scale =
        4.0 * std::sqrt(static_cast<double>(volume(sizes.window.kernel) * sizes.inChannels));
    std::int64_t wrong = 0;
    for (std::int64_t pixel = 0; pixel < sizes.batch * pixels; ++pixel) {
      for (std::int64_t o = 0; o < sizes.outPixel; ++o) {
        const std::int64_t at = pixel * sizes.outPixel + o;
        const auto got = static_cast<double>(out[at]);
        if (o >= sizes.outChannels) {
          wrong += got != 77.0 ? 1 : 0;
          continue;
        }
        double expected = sum(pixel / pixels, pixel % pixels, o);
        if (fused) {
          expected += static_cast<double>(residual[static_cast<std::size_t>(at)]);
          expected = expected < 0.0 ? 0.0 : expected;
        }
        wrong += testing::near(got, expected, scale, 2e-6) ? 0 : 1;
      }
    }
    INFO(sizes.inChannels << " -> " << sizes.outChannels << " / " << sizes.groups << ", in "
                          << sizes.window.in[0] << "x" << sizes.window.in[1] << "x"
                          << sizes.window.in[2]);
    CHECK(wrong == 0);
    CHECK(out.intact());
  }
};

template <int MaxRows, int Vectors>
void checkConv(const Problem& problem) {
  const ConvSizes& sizes = problem.sizes;
  const std::int64_t columns = sizes.outChannels / sizes.groups;
  constexpr std::int64_t kWidth = Vectors * F32::kLanes;
  const std::int64_t taps = volume(sizes.window.kernel);
  const std::int64_t depth = sizes.inChannels / sizes.groups;
  std::vector<float> packed(static_cast<std::size_t>(
      packedConvFloats(sizes.groups, sizes.outChannels, taps, depth, F32::kLanes)));
  packConv(problem.weights.data(), sizes.groups, sizes.outChannels, taps, depth, kWidth,
           F32::kLanes, packed.data());
  std::vector<float> scratch(static_cast<std::size_t>(convScratchFloats(sizes)), 99.0f);
  Guarded<float> out(problem.outFloats());
  const auto tail = static_cast<std::int64_t>((columns % kWidth + F32::kLanes - 1) / F32::kLanes);
  withCount<Vectors, 0>(tail, [&](auto count) {
    conv<Tile<MaxRows, 1, Vectors, count>>(sizes, problem.in.data(), packed.data(),
                                           problem.bias.data(), out.data(), scratch.data(),
                                           AddRelu{problem.residual.data()});
  });
  problem.check(out, true);
}

}  // namespace

TEST_CASE("conv equals its definition") {
  const Channels channels[] = {{1, 1, 1},   {3, 13, 1}, {7, 64, 1}, {13, 3, 1},
                               {16, 32, 1}, {6, 4, 2},  {15, 30, 3}};
  for (const auto& shape : testing::windowCases()) {
    for (const Channels& c : channels) {
      const Problem problem(testing::makeWindow(shape), c, 1, 0);
      checkConv<6, 2>(problem);
    }
  }
}

TEST_CASE("conv handles batches, wider pixels and other tiles") {
  const auto& shapes = testing::windowCases();
  for (std::size_t i : {2U, 4U, 8U}) {
    checkConv<6, 2>(Problem(testing::makeWindow(shapes[i]), {5, 9, 1}, 2, 3));
    checkConv<3, 4>(Problem(testing::makeWindow(shapes[i]), {8, 40, 1}, 2, 0));
  }
}

TEST_CASE("convPlain equals its definition") {
  for (const auto& shape : testing::windowCases()) {
    const Problem problem(testing::makeWindow(shape), {6, 4, 2}, 2, 1);
    Guarded<float> out(problem.outFloats());
    convPlain(problem.sizes, problem.in.data(), problem.weights.data(), problem.bias.data(),
              out.data());
    problem.check(out, false);
  }
}

}  // namespace mcc::rt
