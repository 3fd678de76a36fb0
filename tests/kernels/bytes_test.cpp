// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pools that sum bytes, and functions of bytes as tables.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "runtime_support/kernels/lookup.h"
#include "runtime_support/kernels/pool_integer.h"
#include "tests/kernels/tensors.h"
#include "tests/kernels/windows.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::randomIntegers;

struct TellApart {
  std::int64_t operator()(std::int32_t sum, std::int64_t at, std::int64_t column) const {
    return sum * std::int64_t{1000000} + at * 100 + column;
  }
};

/// The sum under a window, by looking at every pixel of the input.
std::int64_t sumUnder(const Window& window, const Position& place,
                      const std::vector<std::uint8_t>& in, std::int64_t first,
                      std::int64_t channels, std::int64_t c) {
  const std::int64_t at[3] = {place.z, place.y, place.x};
  std::int64_t sum = 0;
  for (std::int64_t pixel = 0; pixel < volume(window.in); ++pixel) {
    const std::int64_t where[3] = {pixel / (window.in[1] * window.in[2]),
                                   pixel / window.in[2] % window.in[1], pixel % window.in[2]};
    bool isUnder = true;
    for (int d = 0; d < 3; ++d) {
      const std::int64_t offset = where[d] - (at[d] * window.stride[d] - window.pad[d]);
      isUnder = isUnder && offset >= 0 && offset % window.dilation[d] == 0 &&
                offset / window.dilation[d] < window.kernel[d];
    }
    if (isUnder) sum += in[static_cast<std::size_t>((first + pixel) * channels + c)] - 11;
  }
  return sum;
}

}  // namespace

TEST_CASE("sumPoolInteger equals its definition") {
  for (const auto& shape : testing::windowCases()) {
    const Window window = testing::makeWindow(shape);
    for (const std::int64_t channels : {1, 8, 13}) {
      const std::int64_t pixels = volume(window.out);
      const auto in = randomIntegers<std::uint8_t>(2 * volume(window.in) * channels, 0, 255, 1);
      Guarded<std::int64_t> out(2 * pixels * channels);
      sumPoolInteger(PoolSizes{window, 2, channels}, 11, in.data(), out.data(), TellApart{});
      std::int64_t wrong = 0;
      for (std::int64_t i = 0; i < 2 * pixels * channels; ++i) {
        const std::int64_t c = i % channels, pixel = i / channels;
        const std::int64_t sum =
            sumUnder(window, positionOf(window, pixel % pixels), in,
                     pixel / pixels * volume(window.in), channels, c);
        wrong += out[i] == sum * 1000000 + i * 100 + c ? 0 : 1;
      }
      CHECK(wrong == 0);
      CHECK(out.intact());
    }
  }
}

TEST_CASE("lookup takes signed bytes by their bits") {
  std::vector<std::int8_t> in;
  for (int i = -128; i < 128; ++i) in.push_back(static_cast<std::int8_t>(i));
  std::vector<std::int16_t> table;
  for (int i = 0; i < 256; ++i) table.push_back(static_cast<std::int16_t>(i < 128 ? i : i - 256));
  Guarded<std::int16_t> out(256);
  lookup(256, out.data(), table.data(), in.data());
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < 256; ++i) wrong += out[i] == i - 128 ? 0 : 1;
  CHECK(wrong == 0);
  CHECK(out.intact());
  Guarded<std::uint8_t> same(256);
  const std::vector<std::uint8_t> bytes = randomIntegers<std::uint8_t>(256, 0, 255, 2);
  std::vector<std::uint8_t> mirror(256);
  for (std::size_t i = 0; i < 256; ++i) mirror[i] = static_cast<std::uint8_t>(255 - i);
  lookup(256, same.data(), mirror.data(), bytes.data());
  for (std::size_t i = 0; i < 256; ++i) {
    CHECK(same[static_cast<std::int64_t>(i)] == 255 - bytes[i]);
  }
}

}  // namespace mcc::rt
