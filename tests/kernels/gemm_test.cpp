// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix multiplication, packed and row-major, against a loop in double precision.
#include "runtime_support/kernels/gemm.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime_support/kernels/gemm_plain.h"
#include "runtime_support/kernels/pack.h"
#include "runtime_support/math/rounding.h"
#include "tests/kernels/tensors.h"

namespace mcc::rt {
namespace {

using testing::Guarded;
using testing::randomFloats;

constexpr std::int64_t kLanes = F32::kLanes;

/// Adds a residual and clamps, and so sees `at`, `column` and partial lanes.
struct AddScaleRelu {
  const float* residual;
  const float* scale;

  template <class Lanes>
  F32 operator()(F32 sum, std::int64_t at, std::int64_t column, Lanes lanes) const {
    return relu(fma(sum, load(scale + column, lanes), load(residual + at, lanes)));
  }
};

struct Shape {
  std::int64_t rows;
  std::int64_t depth;
  std::int64_t columns;
};

constexpr std::int64_t kCPad = 3;

template <int Vectors>
constexpr int tailVectors(std::int64_t columns) {
  return static_cast<int>((columns % (Vectors * kLanes) + kLanes - 1) / kLanes);
}

struct Problem {
  Shape shape;
  std::vector<float> a, b, bias, residual, scale;

  Problem(Shape s)
      : shape(s),
        a(randomFloats(s.rows * s.depth, 1)),
        b(randomFloats(s.depth * s.columns, 2)),
        bias(randomFloats(s.columns, 3)),
        residual(randomFloats(s.rows * (s.columns + kCPad), 4)),
        scale(randomFloats(s.columns, 5)) {}

  double sum(std::int64_t i, std::int64_t j, bool withBias) const {
    double total = withBias ? static_cast<double>(bias[static_cast<std::size_t>(j)]) : 0.0;
    for (std::int64_t k = 0; k < shape.depth; ++k) {
      total += static_cast<double>(a[static_cast<std::size_t>(i * shape.depth + k)]) *
               static_cast<double>(b[static_cast<std::size_t>(k * shape.columns + j)]);
    }
    return total;
  }

  GemmSizes sizes() const {
    return {shape.rows, shape.columns, shape.depth, shape.depth, shape.columns + kCPad, 0};
  }

  void check(const Guarded<float>& c, bool withEpilogue, bool withBias) const {
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < shape.rows; ++i) {
      for (std::int64_t j = 0; j < shape.columns; ++j) {
        const std::int64_t at = i * (shape.columns + kCPad) + j;
        double expected = sum(i, j, withBias);
        if (withEpilogue) {
          expected = expected * static_cast<double>(scale[static_cast<std::size_t>(j)]) +
                     static_cast<double>(residual[static_cast<std::size_t>(at)]);
          expected = expected < 0.0 ? 0.0 : expected;
        }
        const double scaleOfSum = 4.0 * std::sqrt(static_cast<double>(shape.depth + 1));
        if (!testing::near(static_cast<double>(c[at]), expected, scaleOfSum, 2e-6)) ++wrong;
      }
      for (std::int64_t j = 0; j < kCPad; ++j) {
        if (c[i * (shape.columns + kCPad) + shape.columns + j] != 77.0f) ++wrong;
      }
    }
    INFO(shape.rows << "x" << shape.depth << "x" << shape.columns);
    CHECK(wrong == 0);
    CHECK(c.intact());
  }
};

template <int MaxRows, int Vectors, int Tail>
void checkTile(const Problem& problem) {
  using Tile = Tile<MaxRows, 1, Vectors, Tail>;
  const Shape s = problem.shape;
  std::vector<float> packed(static_cast<std::size_t>(packedGemmFloats(s.depth, s.columns, kLanes)));
  packGemmB(problem.b.data(), s.depth, s.columns, Vectors * kLanes, kLanes, false, packed.data());
  const AddScaleRelu fused{problem.residual.data(), problem.scale.data()};
  {
    Guarded<float> c(s.rows * (s.columns + kCPad));
    gemm<Tile>(problem.sizes(), problem.a.data(), packed.data(), problem.bias.data(), c.data(),
               fused);
    problem.check(c, true, true);
  }
  {
    Guarded<float> c(s.rows * (s.columns + kCPad));
    gemm<Tile>(problem.sizes(), problem.a.data(), packed.data(), nullptr, c.data(), Identity{});
    problem.check(c, false, false);
  }
  {
    Guarded<float> c(s.rows * (s.columns + kCPad));
    gemmBatch<Tile>({1, 0, 0, 0}, problem.sizes(), problem.a.data(), problem.b.data(), s.columns,
                    problem.bias.data(), c.data(), fused);
    problem.check(c, true, true);
  }
}

/// Every tail of a panel has its own instantiation, so columns choose the type.
template <int MaxRows, int Vectors>
void checkColumns(const Problem& problem) {
  const int tail = tailVectors<Vectors>(problem.shape.columns);
  withCount<Vectors, 0>(tail, [&](auto count) { checkTile<MaxRows, Vectors, count>(problem); });
}

}  // namespace

TEST_CASE("gemm equals its definition for odd shapes and several tiles") {
  const Shape shapes[] = {{1, 1, 1},  {1, 64, 100}, {2, 3, 7},    {5, 13, 13},  {6, 7, 16},
                          {7, 64, 3}, {13, 1, 64},  {14, 16, 24}, {25, 32, 33}, {49, 13, 40},
                          {64, 7, 7}, {3, 0, 5},    {0, 4, 4},    {100, 70, 17}};
  for (const Shape& shape : shapes) {
    const Problem problem(shape);
    checkColumns<6, 2>(problem);
    checkColumns<1, 4>(problem);
  }
}

TEST_CASE("gemm cuts deep products into blocks of rows") {
  const Problem problem({70, 3000, 20});
  checkColumns<6, 2>(problem);
}

TEST_CASE("batches may share a matrix") {
  const std::int64_t count = 3;
  const Shape s{5, 9, 11};
  const auto a = randomFloats(count * s.rows * s.depth, 1);
  const auto b = randomFloats(s.depth * s.columns, 2);
  Guarded<float> c(count * s.rows * s.columns);
  using Tile = Tile<4, 1, 2, tailVectors<2>(11)>;
  gemmBatch<Tile>({count, s.rows * s.depth, 0, s.rows * s.columns},
                  {s.rows, s.columns, s.depth, s.depth, s.columns, 0}, a.data(), b.data(),
                  s.columns, nullptr, c.data(), Identity{});
  std::vector<float> expected(static_cast<std::size_t>(count * s.rows * s.columns));
  gemmPlain<float>({count * s.rows, s.columns, s.depth, s.depth, 1, s.columns, 1, s.columns},
                   a.data(), b.data(), nullptr, expected.data());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(testing::near(static_cast<double>(c[static_cast<std::int64_t>(i)]),
                        static_cast<double>(expected[i]), 4.0));
  }
}

TEST_CASE("packing accepts a transposed matrix") {
  const float b[] = {1, 2, 3, 4, 5, 6};  // [3][2], and transposed [2][3]
  float plain[64] = {};
  float transposed[64] = {};
  packGemmB(b, 3, 2, 4, 4, false, plain);
  packGemmB(b, 2, 3, 4, 4, true, transposed);
  const float expectedPlain[] = {1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0};
  const float expectedTransposed[] = {1, 3, 5, 0, 2, 4, 6, 0};
  for (int i = 0; i < 12; ++i) CHECK(plain[i] == expectedPlain[i]);
  for (int i = 0; i < 8; ++i) CHECK(transposed[i] == expectedTransposed[i]);
  CHECK(packedGemmFloats(3, 2, 4) == 12);
}

TEST_CASE("gemmPlain wraps integers and reads transposed matrices") {
  const std::int8_t a[] = {100, 100};
  const std::int8_t b[] = {2, 3};
  std::int8_t c = 0;
  gemmPlain<std::int8_t>({1, 1, 2, 2, 1, 1, 2, 1}, a, b, nullptr, &c);
  CHECK(c == static_cast<std::int8_t>(500));
}

}  // namespace mcc::rt
