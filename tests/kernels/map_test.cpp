// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointwise loops over every tail length and over broadcast inputs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime_support/kernels/map.h"
#include "runtime_support/math/rounding.h"
#include "tests/kernels/tensors.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::randomFloats;

struct MultiplyAdd {
  F32 operator()(F32 a, F32 b, F32 c) const { return relu(fma(a, b, c)); }
};
struct IsLess {
  bool operator()(float a, std::int64_t b) const { return a < static_cast<float>(b); }
};

}  // namespace

TEST_CASE("map handles every tail and touches nothing else") {
  for (std::int64_t count = 0; count < 40; ++count) {
    // Exact sizes, so that a sanitiser sees every read past the end.
    const auto a = randomFloats(count, 1);
    const auto b = randomFloats(count, 2);
    const auto c = randomFloats(count, 3);
    Guarded<float> out(count);
    map(count, out.data(), MultiplyAdd{}, a.data(), b.data(), c.data());
    CHECK(out.intact());
    for (std::int64_t i = 0; i < count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double sum = static_cast<double>(a[k]) * static_cast<double>(b[k]);
      const double expected = std::max(0.0, sum + static_cast<double>(c[k]));
      CHECK(testing::near(static_cast<double>(out[i]), expected));
    }
  }
}

TEST_CASE("mapEach mixes types") {
  const std::vector<float> a = {1.0f, 2.5f, -3.0f};
  const std::vector<std::int64_t> b = {2, 2, -4};
  bool out[3] = {};
  mapEach(3, out, IsLess{}, a.data(), b.data());
  CHECK(out[0]);
  CHECK(!out[1]);
  CHECK(!out[2]);
}

TEST_CASE("mapRows broadcasts and honours output strides") {
  for (std::int64_t inner : {1, 3, 7, 8, 13, 64}) {
    const std::int64_t rows = 5;
    const std::int64_t planes = 3;
    const auto dense = randomFloats(planes * rows * inner, 1);
    const auto perRow = randomFloats(rows, 2);             // [1][rows][1]
    const auto columns = randomFloats(inner * planes, 3);  // transposed: [inner][planes]
    const std::int64_t pitch = inner + 2;
    Guarded<float> out(planes * rows * pitch);
    const MapShape<3> shape{{planes, rows, inner}, {rows * pitch, pitch, 1}};
    mapRows(shape, out.data(), MultiplyAdd{},
            DenseInput<float, 3>{dense.data(), {rows * inner, inner, 1}},
            SplatInput<float, 3>{perRow.data(), {0, 1, 0}},
            StridedInput<float, 3>{columns.data(), {1, 0, planes}});
    CHECK(out.intact());
    for (std::int64_t p = 0; p < planes; ++p) {
      for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t i = 0; i < inner; ++i) {
          const auto a = dense[static_cast<std::size_t>((p * rows + r) * inner + i)];
          const auto b = perRow[static_cast<std::size_t>(r)];
          const auto c = columns[static_cast<std::size_t>(i * planes + p)];
          const double expected = std::max(
              0.0, static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
          CHECK(testing::near(static_cast<double>(out[(p * rows + r) * pitch + i]), expected));
        }
        CHECK(out[(p * rows + r) * pitch + inner] == 77.0f);
      }
    }
  }
}

TEST_CASE("mapRowsEach broadcasts any types, and empty shapes do nothing") {
  const std::vector<std::int64_t> a = {1, 2, 3};
  const std::vector<float> b = {1.5f, 2.5f};
  std::vector<std::int64_t> seen(6, -1);
  struct AddCeil {
    std::int64_t operator()(std::int64_t x, float y) const {
      return x + static_cast<std::int64_t>(y) + 1;
    }
  };
  mapRowsEach(MapShape<2>{{2, 3}, {3, 1}}, seen.data(), AddCeil{},
              DenseInput<std::int64_t, 2>{a.data(), {0, 1}},
              SplatInput<float, 2>{b.data(), {1, 0}});
  CHECK(seen == std::vector<std::int64_t>{3, 4, 5, 4, 5, 6});
  mapRowsEach(MapShape<2>{{0, 3}, {3, 1}}, seen.data(), AddCeil{},
              DenseInput<std::int64_t, 2>{nullptr, {0, 1}}, SplatInput<float, 2>{nullptr, {1, 0}});
  CHECK(seen[0] == 3);
}

}  // namespace mcc::rt
