// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantised layers: products against loops over the definition in 64 bits, and the rounding of
// requantisation against the C library's fused multiply-add.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime_support/kernels/conv_integer.h"
#include "runtime_support/kernels/gemm_integer.h"
#include "runtime_support/math/round_fma.h"
#include "tests/kernels/tensors.h"
#include "tests/kernels/windows.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::randomIntegers;

/// Small numbers of any sign, made of 32 random bits.
struct Random {
  std::uint64_t state;

  std::uint32_t bits() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 32);
  }
  float inRange(int least, int most) {  // exponents
    const std::uint32_t exponent =
        static_cast<std::uint32_t>(127 + least) + bits() % static_cast<std::uint32_t>(most - least);
    const std::uint32_t pattern = (bits() & 0x807fffffU) | (exponent << 23);
    float x = 0.0f;
    std::memcpy(&x, &pattern, sizeof(x));
    return x;
  }
};

bool same(float got, float want) { return got == want || (std::isnan(got) && std::isnan(want)); }

float wanted(float a, float b, float c) { return std::nearbyint(std::fma(a, b, c)); }

TEST_CASE("roundFma rounds as a fused multiply-add does") {
  Random random{1};
  std::int64_t wrong = 0;
  for (int i = 0; i < 2000000; ++i) {
    const auto sum = static_cast<float>(static_cast<std::int32_t>(random.bits()) >> (i % 24));
    const float scale = random.inRange(-24, -4);
    const float bias = random.inRange(-4, 10);
    wrong += same(roundFma(sum, scale, bias), wanted(sum, scale, bias)) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("roundFma decides near a half by the exact sum") {
  Random random{2};
  std::int64_t wrong = 0;
  std::int64_t differs = 0;  // from what is rounded twice
  for (int i = 0; i < 2000000; ++i) {
    const float a = static_cast<float>(random.bits() % 65536) - 32768.0f;
    const float b = random.inRange(-16, -2);
    const float half = static_cast<float>(static_cast<int>(random.bits() % 256) - 128) + 0.5f;
    float c = half - a * b;  // the sum is a half, or next to it
    if (i % 3 == 1) c = std::nextafter(c, 1000.0f);
    if (i % 3 == 2) c = std::nextafter(c, -1000.0f);
    const float want = wanted(a, b, c);
    wrong += same(roundFma(a, b, c), want) ? 0 : 1;
    const float product = a * b;
    differs += std::nearbyint(product + c) == want ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(differs > 1000);  // so the test says something
}

TEST_CASE("roundFma takes infinities, NaN, zeros and huge numbers") {
  const float special[] = {0.0f, -0.0f, 1.0f, -1.5f, 0.5f, 2.5f, 1e-45f, 3e38f, -3e38f, 1e20f,
                           8388609.0f, HUGE_VALF, -HUGE_VALF, std::nanf("")};
  for (const float a : special) {
    for (const float b : special) {
      for (const float c : special) {
        INFO(a << " * " << b << " + " << c);
        CHECK(same(roundFma(a, b, c), wanted(a, b, c)));
      }
    }
  }
}

TEST_CASE("fusedMultiplyAdd equals the C library's on any bits") {
  Random random{3};
  std::int64_t wrong = 0;
  for (int i = 0; i < 2000000; ++i) {
    const float a = random.inRange(-60, 60);
    const float b = random.inRange(-60, 60);
    const float c = i % 2 == 0 ? random.inRange(-126, 126) : -a * b;
    wrong += same(fusedMultiplyAdd(a, b, c), std::fma(a, b, c)) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

/// An epilogue that tells apart what it is given.
struct Mixed {
  std::int64_t operator()(std::int32_t sum, std::int64_t at, std::int64_t column) const {
    return sum * std::int64_t{1000000} + at * 100 + column;
  }
};

template <class X, class W>
void checkConv(const Window& window, std::int64_t inChannels, std::int64_t outChannels,
               std::int64_t groups, std::int64_t padPixels) {
  const ConvSizes sizes{window,      2,      inChannels, outChannels,
                        groups,      inChannels + padPixels, outChannels + padPixels};
  const std::int64_t depth = inChannels / groups;
  const std::int64_t taps = volume(window.kernel);
  const auto in = randomIntegers<X>(2 * volume(window.in) * sizes.inPixel, -100, 100, 1);
  const auto weights = randomIntegers<W>(outChannels * taps * depth, -127, 127, 2);
  const auto bias = randomIntegers<std::int32_t>(outChannels, -1000, 1000, 3);
  const std::int64_t pixels = volume(window.out);
  Guarded<std::int64_t> out(2 * pixels * sizes.outPixel);
  convInteger(sizes, -7, in.data(), weights.data(), bias.data(), out.data(), Mixed{});
  std::int64_t wrong = 0;
  for (std::int64_t pixel = 0; pixel < 2 * pixels; ++pixel) {
    for (std::int64_t o = 0; o < outChannels; ++o) {
      std::int64_t sum = bias[static_cast<std::size_t>(o)];
      forEachTap(window, positionOf(window, pixel % pixels),
                 [&](std::int64_t tap, std::int64_t from) {
                   const std::int64_t place =
                       (pixel / pixels * volume(window.in) + from) * sizes.inPixel +
                       o / (outChannels / groups) * depth;
                   for (std::int64_t c = 0; c < depth; ++c) {
                     sum += (in[static_cast<std::size_t>(place + c)] + 7) *
                            weights[static_cast<std::size_t>((o * taps + tap) * depth + c)];
                   }
                 });
      const std::int64_t at = pixel * sizes.outPixel + o;
      wrong += out[at] == sum * 1000000 + at * 100 + o ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
  CHECK(out.intact());
}

}  // namespace

TEST_CASE("convInteger equals its definition") {
  for (const auto& shape : testing::windowCases()) {
    const Window window = testing::makeWindow(shape);
    checkConv<std::int8_t, std::int8_t>(window, 1, 1, 1, 0);
    checkConv<std::int8_t, std::int8_t>(window, 3, 13, 1, 0);
    checkConv<std::int8_t, std::int16_t>(window, 7, 6, 1, 2);
    checkConv<std::int16_t, std::int8_t>(window, 6, 10, 2, 0);
    checkConv<std::int8_t, std::int8_t>(window, 3, 6, 3, 1);
  }
}

TEST_CASE("depthwiseInteger equals convInteger with as many groups as channels") {
  for (const auto& shape : testing::windowCases()) {
    const Window window = testing::makeWindow(shape);
    for (const std::int64_t channels : {1, 7, 16, 19}) {
      const std::int64_t taps = volume(window.kernel);
      const auto in = randomIntegers<std::uint8_t>(volume(window.in) * channels, 0, 255, 4);
      const auto weights = randomIntegers<std::int8_t>(channels * taps, -128, 127, 5);
      std::vector<std::int8_t> packed(weights.size());
      for (std::int64_t i = 0; i < channels * taps; ++i) {
        packed[static_cast<std::size_t>(i % taps * channels + i / taps)] =
            weights[static_cast<std::size_t>(i)];
      }
      Guarded<std::int64_t> want(volume(window.out) * channels);
      Guarded<std::int64_t> got(volume(window.out) * channels);
      convInteger(ConvSizes{window, 1, channels, channels, channels, channels, channels}, 128,
                  in.data(), weights.data(), nullptr, want.data(), Mixed{});
      depthwiseInteger(DepthwiseSizes{window, 1, channels, channels, channels}, 128, in.data(),
                       packed.data(), nullptr, got.data(), Mixed{});
      CHECK(got.storage == want.storage);
    }
  }
}

TEST_CASE("gemmInteger and gemmIntegerBatch equal their definition") {
  for (const std::int64_t columns : {1, 4, 7}) {
    const std::int64_t rows = 3, depth = 19, count = 2;
    const auto a = randomIntegers<std::int8_t>(count * rows * depth, -128, 127, 6);
    const auto b = randomIntegers<std::int8_t>(count * columns * depth, -128, 127, 7);
    const auto bias = randomIntegers<std::int32_t>(columns, -1000, 1000, 8);
    Guarded<std::int64_t> out(count * rows * columns);
    gemmIntegerBatch(GemmBatch{count, rows * depth, columns * depth, rows * columns},
                     GemmSizes{rows, columns, depth, depth, columns, 0}, 5, a.data(), b.data(),
                     bias.data(), out.data(), Mixed{});
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < count * rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        std::int64_t sum = bias[static_cast<std::size_t>(j)];
        for (std::int64_t k = 0; k < depth; ++k) {
          sum += (a[static_cast<std::size_t>(i * depth + k)] - 5) *
                 b[static_cast<std::size_t>((i / rows * columns + j) * depth + k)];
        }
        const std::int64_t at = i * columns + j;
        wrong += out[at] == sum * 1000000 + at * 100 + j ? 0 : 1;
      }
    }
    CHECK(wrong == 0);
    CHECK(out.intact());
  }
}

}  // namespace mcc::rt
