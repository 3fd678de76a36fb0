// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Padding against one coordinate at a time, and equally spaced numbers.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "runtime_support/kernels/iota.h"
#include "runtime_support/kernels/pad.h"

using namespace mcc::rt;

namespace {

using Size = std::int64_t;

/// Where coordinate i of the result comes from, by walking step by step from the edge; -1: nowhere.
enum class Mode { constant, reflect, replicate, circular };
Size walk(Mode mode, Size i, Size size) {
  Size at = i < 0 ? 0 : size - 1;
  Size left = i < 0 ? -i : i - size + 1;
  if (mode == Mode::circular) at = i < 0 ? size : -1;
  const Size step = (i < 0) == (mode == Mode::reflect) ? 1 : -1;
  if (mode == Mode::constant) return -1;
  if (mode == Mode::replicate) return at;
  for (; left > 0; --left) at += mode == Mode::circular ? (i < 0 ? -1 : 1) : step;
  return at;
}

template <class Edge>
void checkPad(Mode mode, const PadShape<2>& shape) {
  const Size rows = shape.low[0] + shape.sizes[0] + shape.high[0];
  const Size columns = shape.low[1] + shape.sizes[1] + shape.high[1];
  std::vector<int> x(static_cast<std::size_t>(shape.sizes[0] * shape.sizes[1] * shape.block));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<int>(i) + 1;
  std::vector<int> out(static_cast<std::size_t>(rows * columns * shape.block) + 1, -7);
  CHECK(pad<Edge>(shape, x.data(), -1, out.data()));
  std::size_t at = 0;
  for (Size r = 0; r < rows; ++r) {
    for (Size c = 0; c < columns; ++c) {
      Size from[2] = {r - shape.low[0], c - shape.low[1]};
      for (int d = 0; d < 2; ++d) {
        if (from[d] < 0 || from[d] >= shape.sizes[d]) from[d] = walk(mode, from[d], shape.sizes[d]);
      }
      for (Size b = 0; b < shape.block; ++b, ++at) {
        const Size source = (from[0] * shape.sizes[1] + from[1]) * shape.block + b;
        const bool isInside = from[0] >= 0 && from[1] >= 0;
        CHECK(out[at] == (isInside ? x[static_cast<std::size_t>(source)] : -1));
      }
    }
  }
  CHECK(out[at] == -7);
}

}  // namespace

TEST_CASE("padding takes every element from where its mode says") {
  for (const Size block : {1, 3}) {
    const PadShape<2> shape{{3, 4}, {2, 0}, {1, 3}, block};
    checkPad<PadConstant>(Mode::constant, shape);
    checkPad<PadReflect>(Mode::reflect, shape);
    checkPad<PadReplicate>(Mode::replicate, shape);
    checkPad<PadCircular>(Mode::circular, shape);
  }
}

TEST_CASE("padding an empty dimension gives the value alone") {
  checkPad<PadConstant>(Mode::constant, {{0, 2}, {1, 1}, {1, 0}, 2});
}

TEST_CASE("more than a mode has to give is refused") {
  int x[4] = {};
  int out[64] = {};
  CHECK_FALSE(pad<PadReflect>(PadShape<1>{{3}, {3}, {0}, 1}, x, 0, out));
  CHECK_FALSE(pad<PadReflect>(PadShape<1>{{3}, {0}, {3}, 1}, x, 0, out));
  CHECK_FALSE(pad<PadCircular>(PadShape<1>{{3}, {4}, {0}, 1}, x, 0, out));
  CHECK_FALSE(pad<PadReplicate>(PadShape<1>{{0}, {1}, {0}, 1}, x, 0, out));
  CHECK_FALSE(pad<PadConstant>(PadShape<1>{{3}, {-1}, {0}, 1}, x, 0, out));
}

TEST_CASE("equally spaced numbers") {
  std::int8_t wrapped[3];
  iota(3, std::numeric_limits<Size>::max(), 1, wrapped);
  CHECK(wrapped[0] == -1);
  CHECK(wrapped[1] == 0);
  float spaced[3];
  iotaReal(3, 0.5, -0.25, spaced);
  CHECK(spaced[0] == 0.5f);
  CHECK(spaced[2] == 0.0f);
  std::int32_t cut[3];
  iotaReal(3, 0.5, 0.75, cut);
  CHECK(cut[1] == 1);
  CHECK(cut[2] == 2);
}
