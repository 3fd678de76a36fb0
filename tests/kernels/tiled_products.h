// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds a class that multiplies register tiles (gemm_integer_tiled.h) to the portable kernels, bit
// for bit: over sizes with tails in every direction, zero points, and the ends of each type.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "runtime_support/kernels/gemm_integer_tiled.h"
#include "runtime_support/kernels/pack.h"
#include "tests/kernels/tensors.h"

namespace mcc::rt::testing {

/// An epilogue that tells apart what it is given.
struct MixedSum {
  std::int64_t operator()(std::int32_t sum, std::int64_t at, std::int64_t column) const {
    return sum * std::int64_t{1000000} + at * 100 + column;
  }
};

/// Numbers of all sizes, or only the ends of the type.
template <class T>
std::vector<T> bytes(std::int64_t count, bool onlyEnds, std::uint32_t seed) {
  const std::int64_t low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  auto values = randomIntegers<T>(count, low, high, seed);
  if (!onlyEnds) return values;
  const std::int64_t middle = (low + high) / 2;
  for (T& value : values) value = static_cast<T>(value > middle ? high : low);
  return values;
}

template <class Multiply, class W>
std::vector<W> packed(const std::vector<W>& b, std::int64_t groups, std::int64_t depth,
                      std::int64_t columns, std::int64_t vectors, bool transposed) {
  const std::int64_t lanes = Multiply::kLanes, step = Multiply::kDepth;
  const std::int64_t perGroup = packedIntegers(depth, columns, lanes, step);
  std::vector<W> out(static_cast<std::size_t>(groups * perGroup), W(99));
  for (std::int64_t g = 0; g < groups; ++g) {
    packIntegers(b.data() + g * depth * columns, depth, columns, transposed ? 1 : columns,
                 transposed ? depth : 1, vectors * lanes, lanes, step, out.data() + g * perGroup);
  }
  return out;
}

struct GemmCase {
  std::int64_t rows, columns, depth;
  std::int32_t zero;
  bool onlyEnds, hasBias;

  GemmCase with(std::int32_t other) const {
    return {rows, columns, depth, other, onlyEnds, hasBias};
  }
};

/// Calls body(tile) with the Tile that mcc would print for so many columns.
template <class Multiply, int MaxRows, int Vectors, class Body>
void withTile(std::int64_t columns, Body&& body) {
  const std::int64_t rest = columns % (Vectors * Multiply::kLanes);
  withCount<Vectors, 0>(roundUp(rest, Multiply::kLanes) / Multiply::kLanes, [&](auto tail) {
    body(Tile<MaxRows, 1, Vectors, tail>{});
  });
}

template <class Multiply, class X, class W, int MaxRows, int Vectors>
void checkTiledGemm(const GemmCase& test) {
  const GemmSizes sizes{test.rows,      test.columns,     test.depth,
                        test.depth + 3, test.columns + 2, 5};
  const auto a = bytes<X>(test.rows * sizes.aStride, test.onlyEnds, 1);
  const auto b = bytes<W>(test.columns * test.depth, test.onlyEnds, 2);
  const auto bias = randomIntegers<std::int32_t>(test.columns, -100000, 100000, 3);
  const std::int32_t* start = test.hasBias ? bias.data() : nullptr;
  const std::int64_t elements = sizes.start + test.rows * sizes.cStride;
  Guarded<std::int64_t> want(elements);
  Guarded<std::int64_t> got(elements);
  gemmInteger(sizes, test.zero, a.data(), b.data(), start, want.data(), MixedSum{});
  Guarded<std::int16_t> scratch(MaxRows * roundUp(test.depth, Multiply::kDepth));
  const auto weights = packed<Multiply>(b, 1, test.depth, test.columns, Vectors, true);
  withTile<Multiply, MaxRows, Vectors>(test.columns, [&](auto tile) {
    gemmIntegerTiled<Multiply, decltype(tile)>(sizes, test.zero, a.data(), weights.data(), start,
                                               got.data(), scratch.data(), MixedSum{});
  });
  INFO(test.rows << " x " << test.columns << " x " << test.depth << ", zero " << test.zero);
  CHECK(got.storage == want.storage);
  CHECK(scratch.intact());
}

/// Products with `MaxRows` x `Vectors` tiles.
template <class Multiply, int MaxRows, int Vectors>
void checkTiledGemms() {
  using I8 = std::int8_t;
  using U8 = std::uint8_t;
  const std::int64_t width = Vectors * Multiply::kLanes;
  for (const std::int64_t rows : {1, MaxRows, MaxRows + 3}) {
    for (const std::int64_t columns : {std::int64_t{1}, width - 1, width, 2 * width + 1}) {
      for (const std::int64_t depth : {0, 1, 2, 15, 16, 17, 33, 96}) {
        for (const bool ends : {false, true}) {
          const GemmCase test{rows, columns, depth, 0, ends, depth % 2 == 0};
          for (const std::int32_t zero : {-128, 0, 127}) {
            checkTiledGemm<Multiply, I8, I8, MaxRows, Vectors>(test.with(zero));
          }
          for (const std::int32_t zero : {0, 3, 255}) {
            checkTiledGemm<Multiply, U8, I8, MaxRows, Vectors>(test.with(zero));
          }
        }
      }
    }
  }
}

}  // namespace mcc::rt::testing
