// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Order, running results, distinct elements and search against the standard library and loops.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "runtime_support/kernels/distinct.h"
#include "runtime_support/kernels/scan.h"
#include "runtime_support/kernels/sort.h"

using namespace mcc::rt;

namespace {

using Size = std::int64_t;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Few distinct numbers, so that equals abound, and some NaNs.
std::vector<float> mixed(Size count) {
  std::vector<float> x;
  std::uint32_t state = 17;
  for (Size i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    const std::uint32_t pick = (state >> 20) % 23;
    x.push_back(pick == 22 ? kNan : static_cast<float>(pick) - 11.0f);
  }
  return x;
}

bool same(float a, float b) { return a == b || (a != a && b != b); }

std::vector<Size> orderOf(const std::vector<float>& line, bool descending) {
  std::vector<Size> order(line.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](Size i) {
    const float x = line[static_cast<std::size_t>(i)];
    const float key = x != x ? 1000.0f : x;
    return descending ? -key : key;
  };
  std::stable_sort(order.begin(), order.end(), [&](Size a, Size b) { return rank(a) < rank(b); });
  return order;
}

template <bool Descending>
void checkOrder(const ReduceSizes& sizes, Size wanted, bool select) {
  const std::vector<float> x = mixed(sizes.outer * sizes.count * sizes.inner);
  const auto room = static_cast<std::size_t>(2 * sizes.count + 1);
  std::vector<float> keys(room);
  std::vector<Size> order(room);
  const auto size = static_cast<std::size_t>(sizes.outer * wanted * sizes.inner);
  std::vector<float> values(size);
  std::vector<Size> positions(size);
  const auto kernel = select ? selectLines<Descending, float> : sortLines<Descending, float>;
  CHECK(kernel(sizes, x.data(), wanted, keys.data(), order.data(), values.data(),
               positions.data()));
  for (Size o = 0; o < sizes.outer; ++o) {
    for (Size c = 0; c < sizes.inner; ++c) {
      std::vector<float> line;
      for (Size i = 0; i < sizes.count; ++i) {
        line.push_back(x[static_cast<std::size_t>((o * sizes.count + i) * sizes.inner + c)]);
      }
      const std::vector<Size> expected = orderOf(line, Descending);
      for (Size i = 0; i < wanted; ++i) {
        const auto at = static_cast<std::size_t>((o * wanted + i) * sizes.inner + c);
        const Size position = expected[static_cast<std::size_t>(i)];
        CHECK(positions[at] == position);
        CHECK(same(values[at], line[static_cast<std::size_t>(position)]));
      }
    }
  }
}

}  // namespace

TEST_CASE("sort is stable and NaN is the largest") {
  for (const Size count : {0, 1, 2, 15, 16, 17, 33, 100, 257}) {
    checkOrder<false>({2, count, 3}, count, false);
    checkOrder<true>({2, count, 1}, count, false);
  }
}

TEST_CASE("the first of them, by sorting and by insertion") {
  for (const bool select : {false, true}) {
    for (const Size wanted : {0, 1, 3, 40}) {
      checkOrder<true>({2, 40, 3}, wanted, select);
      checkOrder<false>({1, 40, 2}, wanted, select);
    }
  }
  float x = 0;
  Size order = 0;
  CHECK_FALSE(selectLines<true, float>({1, 1, 1}, &x, 2, &x, &order, &x, nullptr));
  CHECK_FALSE(sortLines<true, float>({1, 1, 1}, &x, -1, &x, &order, nullptr, nullptr));
}

TEST_CASE("the k-th smallest is the one that sorting puts there") {
  for (const Size count : {1, 2, 3, 4, 17, 100}) {
    const ReduceSizes sizes{2, count, 3};
    const std::vector<float> x = mixed(6 * count);
    std::vector<float> keys(static_cast<std::size_t>(count));
    std::vector<Size> order(keys.size());
    float values[6];
    Size positions[6];
    for (Size wanted = 0; wanted < count; ++wanted) {
      CHECK(kthLines(sizes, x.data(), wanted, keys.data(), order.data(), values, positions));
      for (Size line = 0; line < 6; ++line) {
        std::vector<float> elements;
        for (Size i = 0; i < count; ++i) {
          elements.push_back(x[static_cast<std::size_t>((line / 3 * count + i) * 3 + line % 3)]);
        }
        const Size sorted = orderOf(elements, false)[static_cast<std::size_t>(wanted)];
        CHECK(same(values[line], elements[static_cast<std::size_t>(sorted)]));
        CHECK(same(values[line], elements[static_cast<std::size_t>(positions[line])]));
      }
    }
    CHECK_FALSE(kthLines(sizes, x.data(), count, keys.data(), order.data(), values, positions));
    CHECK_FALSE(kthLines(sizes, x.data(), -1, keys.data(), order.data(), values, positions));
  }
}

TEST_CASE("among equals the k-th smallest is the one PyTorch finds") {
  // By hand: the only round of quickselect exchanges the pivot, item 0, for item 1.
  const int x[] = {7, 7, 7, 7};
  int keys[4];
  Size order[4];
  Size position;
  CHECK(kthLines({1, 4, 1}, x, 0, keys, order, static_cast<int*>(nullptr), &position));
  CHECK(position == 1);
}

TEST_CASE("running sums keep what float would lose") {
  std::vector<float> x(3000, 0.1f);
  std::vector<float> out(3000);
  accumulate<AddEach<double>>({1, 3000, 1}, x.data(), out.data());
  CHECK(out[2999] == static_cast<float>(3000 * static_cast<double>(0.1f)));
  const std::int8_t bytes[] = {100, 1, 100, 2};  // [2][2] down the columns
  std::int8_t sums[4];
  accumulate<AddEach<std::int8_t>>({1, 2, 2}, bytes, sums);
  CHECK(sums[1] == 1);
  CHECK(sums[2] == -56);
  CHECK(sums[3] == 3);
}

TEST_CASE("running log-sum-exp keeps infinities") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double x[] = {-infinity, -infinity, 1.0, 1000.0, infinity, 2.0};
  double out[6];
  accumulate<AddLogs>({1, 6, 1}, x, out);
  CHECK(out[1] == -infinity);
  CHECK(out[2] == 1.0);
  CHECK(out[3] == 1000.0);
  CHECK(out[5] == infinity);
  const double y[] = {0.0, 0.0};
  accumulate<AddLogs>({1, 2, 1}, y, out);
  CHECK(std::abs(out[1] - std::log(2.0)) < 1e-15);
}

TEST_CASE("running extremes: the last of equals, NaN stays") {
  const float x[] = {2, 3, 3, 1, kNan, 5, kNan};
  float values[7];
  Size positions[7];
  accumulateExtreme<false>({1, 7, 1}, x, values, positions);
  const Size expected[] = {0, 1, 2, 2, 4, 4, 6};
  for (int i = 0; i < 7; ++i) CHECK(positions[i] == expected[i]);
  CHECK(values[3] == 3);
  CHECK(values[5] != values[5]);
  accumulateExtreme<true, float>({1, 7, 1}, x, nullptr, positions);
  CHECK(positions[2] == 0);
  CHECK(positions[3] == 3);
}

TEST_CASE("positions of what is not zero, no more than there is room for") {
  const float x[] = {0, 1, kNan, 0, -0.0f, 2};
  Size out[7] = {-1, -1, -1, -1, -1, -1, -1};
  CHECK(nonzero<2>(x, {2, 3}, 3, out) == 3);
  const Size expected[] = {0, 1, 0, 2, 1, 2};
  for (int i = 0; i < 6; ++i) CHECK(out[i] == expected[i]);
  for (Size& one : out) one = -1;
  CHECK(nonzero<2>(x, {2, 3}, 2, out) == 3);
  CHECK(out[4] == -1);
  CHECK(nonzero<1>(x, {6}, 0, nullptr) == 3);
  CHECK(nonzero<2>(x, {0, 3}, 3, out) == 0);
}

TEST_CASE("distinct elements, sorted or in runs") {
  const float x[] = {3, 1, 1, kNan, 3, kNan};
  float keys[12];
  Size order[12];
  float values[6];
  Size inverse[6];
  Size counts[6];
  CHECK(unique<false>(6, x, 6, keys, order, values, inverse, counts) == 4);
  CHECK(values[0] == 1);
  CHECK(values[1] == 3);
  CHECK(counts[0] == 2);
  CHECK(counts[3] == 1);
  const Size places[] = {1, 0, 0, 2, 1, 3};
  for (int i = 0; i < 6; ++i) CHECK(inverse[i] == places[i]);
  CHECK(unique<true>(6, x, 6, keys, order, values, inverse, counts) == 5);
  CHECK(values[3] == 3);
  CHECK(inverse[4] == 3);
  values[1] = 77;
  counts[1] = 77;
  CHECK(unique<false>(6, x, 1, keys, order, values, inverse, counts) == 4);
  CHECK(values[1] == 77);
  CHECK(counts[1] == 77);
  CHECK(unique<false>(0, x, 6, keys, order, values, inverse, counts) == 0);
}

TEST_CASE("insertion points agree with the standard library") {
  const std::vector<Size> sorted{1, 3, 3, 3, 8, 2, 2, 4, 6, 9};  // two rows of five
  const std::vector<Size> values{0, 3, 9, 2, 5, 10};
  Size left[6];
  Size right[6];
  searchSorted<false>(2, 5, 3, sorted.data(), values.data(), left);
  searchSorted<true>(2, 5, 3, sorted.data(), values.data(), right);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto begin = sorted.begin() + (i < 3 ? 0 : 5);
    CHECK(left[i] == std::lower_bound(begin, begin + 5, values[i]) - begin);
    CHECK(right[i] == std::upper_bound(begin, begin + 5, values[i]) - begin);
  }
}
