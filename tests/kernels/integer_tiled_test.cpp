// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer products by tiles, with a class that multiplies plainly: what is tested is all around it.
#include "tests/kernels/tiled_convolutions.h"

namespace mcc::rt {
namespace {

using testing::packed;

template <int Lanes, int Depth>
struct MultiplyPlainly {
  static constexpr std::int64_t kLanes = Lanes;
  static constexpr std::int64_t kDepth = Depth;

  template <class X>
  static void widen(const X* x, std::int32_t zero, std::int64_t count, std::int16_t* to) {
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(x[i] - zero);
  }

  template <int Rows, int Vectors, class W>
  static void multiply(const std::int16_t* a, std::int64_t stride, const W* panel,
                       std::int64_t depth, std::int32_t* sums) {
    for (std::int64_t i = 0; i < Rows; ++i) {
      for (std::int64_t j = 0; j < Vectors * Lanes; ++j) {
        std::int32_t sum = 0;
        for (std::int64_t k = 0; k < depth; ++k) {
          const std::int64_t at = (k / Depth * Vectors * Lanes + j) * Depth + k % Depth;
          sum += a[i * stride + k] * panel[at];
        }
        sums[i * Vectors * Lanes + j] = sum;
      }
    }
  }
};

}  // namespace

TEST_CASE("packIntegers puts neighbours in depth side by side, and zeros where there is nothing") {
  using Multiply = MultiplyPlainly<2, 2>;
  const std::vector<std::int8_t> b{11, 12, 13, 21, 22, 23, 31, 32, 33};  // [depth][columns]
  const std::vector<std::int8_t> transposed{11, 21, 31, 12, 22, 32, 13, 23, 33};
  const std::vector<std::int8_t> want{11, 21, 12, 22, 31, 0, 32, 0, 13, 23, 0, 0, 33, 0, 0, 0};
  CHECK(packed<Multiply>(b, 1, 3, 3, 1, false) == want);
  CHECK(packed<Multiply>(transposed, 1, 3, 3, 1, true) == want);
}

TEST_CASE("gemmIntegerTiled equals gemmInteger") {
  testing::checkTiledGemms<MultiplyPlainly<3, 4>, 2, 2>();
}

TEST_CASE("convIntegerTiled equals convInteger") {
  testing::checkTiledConvs<MultiplyPlainly<3, 4>, 2, 2>();
}

}  // namespace mcc::rt
