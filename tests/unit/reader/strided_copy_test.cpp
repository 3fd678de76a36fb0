// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strided views against a copy element by element.
#include "compiler/reader/strided_copy.h"

#include <doctest/doctest.h>

#include <cstring>
#include <random>

using mcc::StridedView;

namespace {

// Element by element, through the index of each.
std::vector<std::uint32_t> naive(const StridedView& view, const std::vector<std::uint32_t>& from) {
  std::vector<std::uint32_t> out;
  const std::int64_t count = *mcc::elementCount(view.sizes);
  for (std::int64_t n = 0; n < count; ++n) {
    std::int64_t rest = n;
    std::int64_t at = view.offset;
    for (std::size_t d = view.sizes.size(); d-- > 0;) {
      at += rest % view.sizes[d] * view.strides[d];
      rest /= view.sizes[d];
    }
    out.push_back(from[static_cast<std::size_t>(at)]);
  }
  return out;
}

}  // namespace

TEST_CASE("strided copies equal copies element by element") {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
  for (int round = 0; round < 300; ++round) {
    StridedView view;
    const std::int64_t rank = below(5);
    for (std::int64_t d = 0; d < rank; ++d) {
      view.sizes.push_back(below(5));
      view.strides.push_back(below(9));
    }
    view.offset = below(4);
    const std::int64_t reach = *mcc::reachOf(view);
    std::vector<std::uint32_t> storage(static_cast<std::size_t>(reach));
    for (std::uint32_t& value : storage) value = static_cast<std::uint32_t>(random());
    std::vector<std::uint32_t> out(static_cast<std::size_t>(*mcc::elementCount(view.sizes)));
    mcc::copyDense(view, std::as_bytes(std::span(storage)), 4,
                   reinterpret_cast<std::byte*>(out.data()));
    CHECK(out == naive(view, storage));
    // A dense view is one that a plain copy gives.
    if (reach > 0 && mcc::isDense(view)) {
      CHECK(std::memcmp(out.data(), storage.data() + view.offset, 4 * out.size()) == 0);
    }
  }
}

TEST_CASE("strided copies of every element size") {
  for (const std::int64_t bytes : {1, 2, 4, 8, 16}) {
    std::string storage;
    for (int i = 0; i < 6 * bytes; ++i) storage += static_cast<char>(i);
    std::string out(storage.size(), '\0');
    mcc::copyDense({{3, 2}, {1, 3}, 0}, std::as_bytes(std::span(storage)), bytes,
                   reinterpret_cast<std::byte*>(out.data()));
    const auto item = [&](std::size_t i) {
      return storage.substr(i * static_cast<std::size_t>(bytes), static_cast<std::size_t>(bytes));
    };
    CHECK(out == item(0) + item(3) + item(1) + item(4) + item(2) + item(5));
  }
}

TEST_CASE("the reach of a view") {
  CHECK(mcc::reachOf({{}, {}, 3}) == 4);
  CHECK(mcc::reachOf({{2, 3}, {3, 1}, 0}) == 6);
  CHECK(mcc::reachOf({{2, 0}, {INT64_MAX, 1}, 5}) == 0);
  CHECK(mcc::reachOf({{1}, {INT64_MAX}, 0}) == 1);
  CHECK(!mcc::reachOf({{2}, {INT64_MAX}, 1}));
  CHECK(!mcc::reachOf({{2, 2}, {1}, 0}));
  CHECK(!mcc::reachOf({{2}, {-1}, 1}));
  CHECK(!mcc::reachOf({{-2}, {1}, 0}));
  CHECK(!mcc::reachOf({{2}, {1}, -1}));
  CHECK(!mcc::reachOf({{}, {}, INT64_MAX}));
  CHECK(!mcc::elementCount({INT64_MAX, 2}));
  CHECK(mcc::elementCount({INT64_MAX, 2, 0}) == 0);
}

TEST_CASE("bytes are swapped unit by unit") {
  std::string text = "abcdefgh";
  mcc::swapBytes(std::as_writable_bytes(std::span(text)), 4);
  CHECK(text == "dcbahgfe");
  mcc::swapBytes(std::as_writable_bytes(std::span(text)), 1);
  CHECK(text == "dcbahgfe");
}
