// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed convolution against its definition: every input element spreads over a window of the
// output, in double precision.
#include "runtime_support/kernels/conv_transpose.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime_support/kernels/pack.h"
#include "tests/kernels/epilogues.h"
#include "tests/kernels/tensors.h"

namespace mcc::rt {
namespace {

using testing::AddRelu;
using testing::Guarded;
using testing::randomFloats;

/// A transposed convolution whose output size follows from `extra`, as output_padding in PyTorch.
struct Spread {
  std::int64_t in[3];
  std::int64_t kernel[3];
  std::int64_t stride[3];
  std::int64_t dilation[3];
  std::int64_t pad[3];
  std::int64_t extra[3];
};

const Spread kSpreads[] = {
    // One, two and three dimensions; kernels narrower and wider than the stride.
    {{1, 1, 9}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}},
    {{1, 1, 7}, {1, 1, 1}, {1, 1, 3}, {1, 1, 1}, {0, 0, 0}, {0, 0, 2}},
    {{1, 1, 8}, {1, 1, 4}, {1, 1, 2}, {1, 1, 1}, {0, 0, 1}, {0, 0, 0}},
    {{1, 5, 7}, {1, 2, 2}, {1, 2, 2}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}},
    {{1, 4, 17}, {1, 3, 3}, {1, 2, 2}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1}},
    {{1, 3, 5}, {1, 5, 4}, {1, 3, 2}, {1, 1, 1}, {0, 2, 3}, {0, 2, 0}},
    // Dilations that share a divisor with the stride, and that don't.
    {{1, 5, 6}, {1, 3, 3}, {1, 2, 4}, {1, 2, 6}, {0, 1, 2}, {0, 0, 3}},
    {{1, 4, 5}, {1, 3, 2}, {1, 3, 2}, {1, 2, 3}, {0, 0, 1}, {0, 1, 2}},
    // A kernel cut off wherever it reaches beyond the input, and padding below zero.
    {{1, 3, 3}, {1, 3, 3}, {1, 1, 1}, {1, 1, 1}, {0, 2, 2}, {0, 0, 0}},
    {{1, 2, 3}, {1, 2, 3}, {1, 2, 2}, {1, 1, 1}, {0, -1, -2}, {0, 1, 1}},
    {{3, 2, 4}, {2, 3, 3}, {2, 1, 2}, {1, 2, 1}, {0, 1, 1}, {1, 0, 1}},
    // A stride beyond the output: most of its phases don't exist.
    {{1, 1, 1}, {1, 2, 3}, {1, 7, 9}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}},
};

struct Channels {
  std::int64_t in;
  std::int64_t out;
  std::int64_t groups;
};

Window windowOf(const Spread& s) {
  Window window{};
  for (int d = 0; d < 3; ++d) {
    window.in[d] = s.in[d];
    window.kernel[d] = s.kernel[d];
    window.stride[d] = s.stride[d];
    window.dilation[d] = s.dilation[d];
    window.pad[d] = s.pad[d];
    window.out[d] = (s.in[d] - 1) * s.stride[d] - 2 * s.pad[d] +
                    s.dilation[d] * (s.kernel[d] - 1) + s.extra[d] + 1;
  }
  return window;
}

struct Problem {
  ConvSizes sizes;
  std::vector<float> in, weights, bias, residual;
  std::vector<double> expected;  // without residual

  Problem(const Spread& spread, const Channels& c, std::int64_t batch, std::int64_t padPixels)
      : sizes{windowOf(spread), batch, c.in, c.out, c.groups, c.in + padPixels, c.out + padPixels},
        in(randomFloats(batch * volume(sizes.window.in) * sizes.inPixel, 1)),
        weights(randomFloats(c.in * (c.out / c.groups) * volume(sizes.window.kernel), 2)),
        bias(randomFloats(c.out, 3)),
        residual(randomFloats(outFloats(), 4)),
        expected(static_cast<std::size_t>(outFloats()), 0.0) {
    for (std::int64_t i = 0; i < outFloats(); ++i) {
      const std::int64_t o = i % sizes.outPixel;
      if (o < c.out) expectedAt(i) = static_cast<double>(bias[static_cast<std::size_t>(o)]);
    }
    for (std::int64_t pixel = 0; pixel < batch * volume(sizes.window.in); ++pixel) scatter(pixel);
  }

  std::int64_t outFloats() const { return sizes.batch * volume(sizes.window.out) * sizes.outPixel; }
  double& expectedAt(std::int64_t i) { return expected[static_cast<std::size_t>(i)]; }

  /// Adds what one input pixel contributes.
  void scatter(std::int64_t pixel) {
    const Window& w = sizes.window;
    const std::int64_t x = pixel % w.in[2];
    const std::int64_t y = pixel / w.in[2] % w.in[1];
    const std::int64_t z = pixel / w.in[2] / w.in[1] % w.in[0];
    const std::int64_t image = pixel / volume(w.in);
    for (std::int64_t tap = 0; tap < volume(w.kernel); ++tap) {
      const std::int64_t k[3] = {tap / w.kernel[2] / w.kernel[1], tap / w.kernel[2] % w.kernel[1],
                                 tap % w.kernel[2]};
      const std::int64_t to[3] = {z * w.stride[0] - w.pad[0] + k[0] * w.dilation[0],
                                  y * w.stride[1] - w.pad[1] + k[1] * w.dilation[1],
                                  x * w.stride[2] - w.pad[2] + k[2] * w.dilation[2]};
      bool exists = true;
      for (int d = 0; d < 3; ++d) exists = exists && to[d] >= 0 && to[d] < w.out[d];
      if (!exists) continue;
      const std::int64_t row = (image * w.out[0] + to[0]) * w.out[1] + to[1];
      addPixel(pixel * sizes.inPixel, tap, (row * w.out[2] + to[2]) * sizes.outPixel);
    }
  }

  void addPixel(std::int64_t from, std::int64_t tap, std::int64_t to) {
    const std::int64_t depth = sizes.inChannels / sizes.groups;
    const std::int64_t columns = sizes.outChannels / sizes.groups;
    const std::int64_t taps = volume(sizes.window.kernel);
    for (std::int64_t c = 0; c < sizes.inChannels; ++c) {
      const auto x = static_cast<double>(in[static_cast<std::size_t>(from + c)]);
      for (std::int64_t o = 0; o < columns; ++o) {
        const auto k = static_cast<std::size_t>((c * taps + tap) * columns + o);
        expectedAt(to + c / depth * columns + o) += x * static_cast<double>(weights[k]);
      }
    }
  }

  void check(const Guarded<float>& out, bool fused) const {
    const double scale =
        4.0 * std::sqrt(static_cast<double>(volume(sizes.window.kernel) * sizes.inChannels));
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < outFloats(); ++i) {
      const auto got = static_cast<double>(out[i]);
      if (i % sizes.outPixel >= sizes.outChannels) {
        wrong += got != 77.0 ? 1 : 0;
        continue;
      }
      double want = expected[static_cast<std::size_t>(i)];
      if (fused) {
        want += static_cast<double>(residual[static_cast<std::size_t>(i)]);
        want = want < 0.0 ? 0.0 : want;
      }
      wrong += testing::near(got, want, scale, 2e-6) ? 0 : 1;
    }
    INFO(sizes.inChannels << " -> " << sizes.outChannels << " / " << sizes.groups << ", out "
                          << sizes.window.out[0] << "x" << sizes.window.out[1] << "x"
                          << sizes.window.out[2]);
    CHECK(wrong == 0);
    CHECK(out.intact());
  }
};

template <int MaxRows, int Vectors>
void checkTiles(const Problem& problem) {
  const ConvSizes& sizes = problem.sizes;
  constexpr std::int64_t kWidth = Vectors * F32::kLanes;
  const std::int64_t columns = sizes.outChannels / sizes.groups;
  std::vector<float> packed(static_cast<std::size_t>(
      packedConvFloats(sizes.groups, sizes.outChannels, volume(sizes.window.kernel),
                       sizes.inChannels / sizes.groups, F32::kLanes)));
  packConvTranspose(problem.weights.data(), sizes.window, sizes.groups, sizes.inChannels,
                    sizes.outChannels, kWidth, F32::kLanes, packed.data());
  std::vector<float> scratch(static_cast<std::size_t>(convScratchFloats(sizes)), 99.0f);
  Guarded<float> out(problem.outFloats());
  const auto tail = static_cast<std::int64_t>((columns % kWidth + F32::kLanes - 1) / F32::kLanes);
  withCount<Vectors, 0>(tail, [&](auto count) {
    convTranspose<Tile<MaxRows, 1, Vectors, count>>(
        sizes, problem.in.data(), packed.data(), problem.bias.data(), out.data(), scratch.data(),
        AddRelu{problem.residual.data()});
  });
  problem.check(out, true);
}

}  // namespace

TEST_CASE("convTranspose equals its definition") {
  const Channels channels[] = {{1, 1, 1},   {3, 13, 1}, {13, 3, 1},
                               {16, 32, 1}, {6, 4, 2},  {5, 10, 5}};
  for (const Spread& spread : kSpreads) {
    for (const Channels& c : channels) checkTiles<6, 2>(Problem(spread, c, 1, 0));
  }
}

TEST_CASE("convTranspose handles batches, wider pixels and other tiles") {
  for (const Spread& spread : {kSpreads[2], kSpreads[4], kSpreads[10]}) {
    checkTiles<6, 2>(Problem(spread, {5, 9, 1}, 2, 3));
    checkTiles<3, 4>(Problem(spread, {8, 40, 1}, 2, 0));
  }
}

TEST_CASE("depthwiseTranspose equals the definition") {
  for (const Spread& spread : kSpreads) {
    for (const std::int64_t channels : {1, 7, 19}) {
      const Problem problem(spread, {channels, channels, channels}, 2, channels % 3);
      const ConvSizes& sizes = problem.sizes;
      std::vector<float> packed(problem.weights.size());
      packDepthwiseTranspose(problem.weights.data(), sizes.window, channels, packed.data());
      Guarded<float> out(problem.outFloats());
      depthwiseTranspose({sizes.window, 2, channels, sizes.inPixel, sizes.outPixel},
                         problem.in.data(), packed.data(), problem.bias.data(), out.data(),
                         AddRelu{problem.residual.data()});
      problem.check(out, true);
    }
  }
}

TEST_CASE("convTransposePlain equals the definition") {
  for (const Spread& spread : kSpreads) {
    const Problem problem(spread, {6, 4, 2}, 2, 1);
    Guarded<float> out(problem.outFloats());
    convTransposePlain(problem.sizes, problem.in.data(), problem.weights.data(),
                       problem.bias.data(), out.data());
    problem.check(out, false);
  }
}

}  // namespace mcc::rt
