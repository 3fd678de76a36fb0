// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Depthwise convolution against convPlain, which conv_test holds to the definition.
#include "runtime_support/kernels/depthwise.h"

#include <doctest/doctest.h>

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

struct Problem {
  DepthwiseSizes sizes;
  std::vector<float> in, weights, bias, residual, packed;
  std::vector<float> expected;

  Problem(const Window& w, std::int64_t channels, std::int64_t batch, std::int64_t padPixels)
      : sizes{w, batch, channels, channels + padPixels, channels + padPixels},
        in(randomFloats(batch * volume(w.in) * sizes.inPixel, 1)),
        weights(randomFloats(channels * volume(w.kernel), 2)),
        bias(randomFloats(channels, 3)),
        residual(randomFloats(outFloats(), 4)),
        packed(weights.size()),
        expected(static_cast<std::size_t>(outFloats()), 77.0f) {
    packDepthwise(weights.data(), channels, volume(w.kernel), packed.data());
    const ConvSizes conv{w, batch, channels, channels, channels, sizes.inPixel, sizes.outPixel};
    convPlain(conv, in.data(), weights.data(), bias.data(), expected.data());
    for (std::int64_t i = 0; i < outFloats(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (i % sizes.outPixel >= channels) continue;
      expected[k] = expected[k] + residual[k] < 0.0f ? 0.0f : expected[k] + residual[k];
    }
  }

  std::int64_t outFloats() const { return sizes.batch * volume(sizes.window.out) * sizes.outPixel; }

  void check(const Guarded<float>& out) const {
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < outFloats(); ++i) {
      const auto want = static_cast<double>(expected[static_cast<std::size_t>(i)]);
      if (!testing::near(static_cast<double>(out[i]), want, 16.0, 1e-6)) ++wrong;
    }
    INFO(sizes.channels << " channels, kernel " << sizes.window.kernel[2] << ", width "
                        << sizes.window.in[2]);
    CHECK(wrong == 0);
    CHECK(out.intact());
  }
};

template <int KernelWidth, int Stride, int MaxPixels>
void checkFixed(const Problem& problem) {
  const Window& w = problem.sizes.window;
  if (w.kernel[2] != KernelWidth || w.stride[2] != Stride || w.dilation[2] != 1) return;
  if (w.in[0] != 1) return;
  Guarded<float> out(problem.outFloats());
  std::vector<float> scratch(static_cast<std::size_t>(depthwiseScratchFloats()), 99.0f);
  depthwise<KernelWidth, Stride, MaxPixels, 1>(
      problem.sizes, problem.in.data(), problem.packed.data(), problem.bias.data(), out.data(),
      scratch.data(), AddRelu{problem.residual.data()});
  problem.check(out);
}

}  // namespace

TEST_CASE("depthwise equals its definition") {
  for (const auto& shape : testing::windowCases()) {
    for (std::int64_t channels : {1, 3, 7, 13, 40, 64}) {
      const Problem problem(testing::makeWindow(shape), channels, 1, 0);
      Guarded<float> out(problem.outFloats());
      depthwiseAny(problem.sizes, problem.in.data(), problem.packed.data(), problem.bias.data(),
                   out.data(), AddRelu{problem.residual.data()});
      problem.check(out);
      checkFixed<1, 1, 4>(problem);
      checkFixed<3, 1, 7>(problem);
      checkFixed<3, 2, 4>(problem);
      checkFixed<5, 2, 3>(problem);
      checkFixed<6, 1, 1>(problem);
      checkFixed<7, 2, 5>(problem);
    }
  }
}

TEST_CASE("depthwise handles batches, wider pixels and no bias") {
  const Problem problem(testing::makeWindow(testing::windowCases()[2]), 9, 2, 3);
  checkFixed<3, 1, 8>(problem);
  Guarded<float> with(problem.outFloats());
  Guarded<float> without(problem.outFloats());
  std::vector<float> scratch(static_cast<std::size_t>(depthwiseScratchFloats()));
  const std::vector<float> zero(9, 0.0f);
  depthwise<3, 1, 8, 1>(problem.sizes, problem.in.data(), problem.packed.data(), zero.data(),
                        with.data(), scratch.data(), Identity{});
  depthwise<3, 1, 8, 1>(problem.sizes, problem.in.data(), problem.packed.data(), nullptr,
                        without.data(), scratch.data(), Identity{});
  CHECK(with.storage == without.storage);
}

}  // namespace mcc::rt
