// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes at positions that come from data, against nested loops; what reaches out of
// bounds is refused and changes nothing.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "runtime_support/kernels/index.h"

using namespace mcc::rt;

namespace {

using Size = std::int64_t;

std::vector<float> numbered(std::size_t count) {
  std::vector<float> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<float>(i) + 1.0f;
  return x;
}

}  // namespace

TEST_CASE("blocks at positions, negative ones from the end") {
  const std::vector<float> x = numbered(2 * 3 * 2);
  const std::int32_t positions[] = {2, -3, 1, -1};
  std::vector<float> out(2 * 4 * 2);
  CHECK(takeBlocks(IndexSizes{2, 3, 2, 4}, x.data(), positions, out.data()));
  const std::size_t expected[] = {2, 0, 1, 2};
  for (std::size_t o = 0; o < 2; ++o) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t c = 0; c < 2; ++c) {
        CHECK(out[(o * 4 + i) * 2 + c] == x[(o * 3 + expected[i]) * 2 + c]);
      }
    }
  }
}

TEST_CASE("repeated positions: the last one wins, or all are added") {
  const float values[] = {1, 2, 4};
  const Size positions[] = {1, 1, 0};
  float out[] = {10, 20};
  CHECK(putBlocks<ReplaceEach<float>>(IndexSizes{1, 2, 1, 3}, values, positions, out));
  CHECK(out[0] == 4);
  CHECK(out[1] == 2);
  CHECK(putBlocks<AddEach<float>>(IndexSizes{1, 2, 1, 3}, values, positions, out));
  CHECK(out[0] == 8);
  CHECK(out[1] == 5);
}

TEST_CASE("positions out of range change nothing") {
  for (const Size bad : {Size{3}, Size{-4}, INT64_MAX, INT64_MIN}) {
    const Size positions[] = {0, bad};
    const float values[] = {1, 2};
    float out[] = {5, 6, 7};
    const IndexSizes sizes{1, 3, 1, 2};
    const GatherShape<1> shape{{2}, {0}, 3, 1, 3};
    CHECK_FALSE(takeBlocks(sizes, values, positions, out));
    CHECK_FALSE(putBlocks<ReplaceEach<float>>(sizes, values, positions, out));
    CHECK_FALSE(gather(shape, values, positions, out));
    CHECK_FALSE(scatter<ReplaceEach<float>>(shape, values, positions, out));
    Size flat[] = {0, 0};
    CHECK_FALSE(flattenIndex<1>({2}, positions, {1}, 3, flat));
    CHECK(out[0] == 5);
    CHECK(out[2] == 7);
  }
}

TEST_CASE("several index tensors become one") {
  const Size rows[] = {1, -1};          // [2][1] over [2][3]
  const std::int32_t columns[] = {0, 3, -2};  // [3]
  Size positions[6] = {};
  CHECK(flattenIndex<2>({2, 3}, rows, {1, 0}, 3, positions));
  CHECK(flattenIndex<2>({2, 3}, columns, {0, 1}, 4, positions));
  const Size expected[] = {4, 7, 6, 8, 11, 10};
  for (int i = 0; i < 6; ++i) CHECK(positions[i] == expected[i]);
}

TEST_CASE("gather and scatter along a middle dimension") {
  // x [2][3][4], index [2][2][3]: smaller than x in the last dimension.
  const GatherShape<3> shape{{2, 2, 3}, {12, 0, 1}, 3, 4, 24};
  const std::vector<float> x = numbered(24);
  std::vector<Size> index(12);
  for (std::size_t i = 0; i < 12; ++i) index[i] = static_cast<Size>(i * 5 % 6) - 3;
  std::vector<float> out(12);
  std::vector<float> sums(24, 0.5f);
  std::vector<float> expected(24, 0.5f);
  CHECK(gather(shape, x.data(), index.data(), out.data()));
  CHECK(scatter<AddEach<float>>(shape, out.data(), index.data(), sums.data()));
  for (std::size_t o = 0; o < 2; ++o) {
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t at = (o * 2 + i) * 3 + c;
        const auto row = static_cast<std::size_t>(index[at] < 0 ? index[at] + 3 : index[at]);
        CHECK(out[at] == x[o * 12 + row * 4 + c]);
        expected[o * 12 + row * 4 + c] += out[at];
      }
    }
  }
  CHECK(sums == expected);
}

TEST_CASE("an index that is larger than the tensor is refused") {
  const std::vector<Size> index(8, 0);
  const std::vector<float> x = numbered(6);
  std::vector<float> out(8, 3.0f);
  CHECK_FALSE(gather(GatherShape<2>{{4, 2}, {3, 0}, 3, 1, 6}, x.data(), index.data(), out.data()));
  CHECK(out[0] == 3.0f);
}

TEST_CASE("scatter combines; NaN wins; integers wrap around") {
  const Size index[] = {0, 0, 1};
  const GatherShape<1> shape{{3}, {0}, 2, 1, 2};
  const std::int8_t source[] = {100, 100, 3};
  std::int8_t sums[] = {0, 4};
  CHECK(scatter<AddEach<std::int8_t>>(shape, source, index, sums));
  CHECK(sums[0] == -56);
  std::int8_t products[] = {1, 4};
  CHECK(scatter<MultiplyEach<std::int8_t>>(shape, source, index, products));
  CHECK(products[0] == 16);
  CHECK(products[1] == 12);
  const float numbers[] = {std::numeric_limits<float>::quiet_NaN(), 1.0f, -2.0f};
  float extremes[] = {0.0f, 0.0f};
  CHECK(scatter<MaxEach<float>>(shape, numbers, index, extremes));
  CHECK(extremes[0] != extremes[0]);
  CHECK(extremes[1] == 0.0f);
  CHECK(scatterValue<MinEach<float>>(shape, -5.0f, index, extremes));
  CHECK(extremes[0] != extremes[0]);
  CHECK(extremes[1] == -5.0f);
}

TEST_CASE("means round integers down") {
  const Size counts[] = {2, 1, 0, 2};
  std::int32_t sums[] = {-3, 7, 9, 3};
  divideByCounts(4, counts, sums);
  CHECK(sums[0] == -2);
  CHECK(sums[1] == 7);
  CHECK(sums[2] == 9);
  CHECK(sums[3] == 1);
}

TEST_CASE("masked scatter takes the source in order and refuses a short one") {
  const float x[] = {1, 2, 3, 4};
  const bool mask[] = {true, false, true, true};
  const float source[] = {7, 8, 9};
  float out[4];
  CHECK(maskedScatter(4, x, mask, source, 3, out));
  CHECK(out[0] == 7);
  CHECK(out[1] == 2);
  CHECK(out[2] == 8);
  CHECK(out[3] == 9);
  CHECK_FALSE(maskedScatter(4, x, mask, source, 2, out));
}
