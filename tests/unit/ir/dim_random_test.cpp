// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random expressions: Dim's canonical form against plain evaluation of the expression as built.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "ir/diagnostics.h"
#include "ir/dim.h"

using mcc::Bindings;
using mcc::Dim;
using mcc::Range;

namespace {

constexpr std::array<const char*, 3> kSymbols = {"s0", "s1", "u2"};

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
  std::int64_t quotient = a / b;
  while (quotient * b > a && b > 0) --quotient;
  while (quotient * b < a && b < 0) --quotient;
  return quotient;
}

// An expression both as Dim and as values under several bindings; a value is absent where the
// expression divides by zero.
constexpr std::size_t kSamples = 24;
using Values = std::array<std::optional<std::int64_t>, kSamples>;

struct Sample {
  Dim dim;
  Values values;
};

class Generator {
 public:
  explicit Generator(std::uint32_t seed, std::int64_t low, std::int64_t high) : random_(seed) {
    for (Bindings& bindings : bindings_) {
      for (const char* name : kSymbols) bindings[name] = draw(low, high);
    }
  }

  const Bindings& bindings(std::size_t i) const { return bindings_[i]; }

  Sample expression(int depth) {
    const std::int64_t choice = draw(0, depth == 0 ? 2 : 10);
    if (choice == 0) return constant(draw(-12, 12));
    if (choice <= 2) return symbol(kSymbols[static_cast<std::size_t>(draw(0, 2))]);
    const Sample a = expression(depth - 1);
    const Sample b = choice > 5 && draw(0, 2) > 0 ? nonzero() : expression(depth - 1);
    switch (choice) {
      case 3: return combine(a.dim + b.dim, a, b, [](auto x, auto y) { return x + y; });
      case 4: return combine(a.dim - b.dim, a, b, [](auto x, auto y) { return x - y; });
      case 5: return combine(a.dim * b.dim, a, b, [](auto x, auto y) { return x * y; });
      case 6: return combine(mcc::max(a.dim, b.dim), a, b,
                             [](auto x, auto y) { return x > y ? x : y; });
      case 7: return combine(mcc::min(a.dim, b.dim), a, b,
                             [](auto x, auto y) { return x < y ? x : y; });
      case 8: return divide(mcc::mod, a, b, [](auto x, auto y) {
        return x - floorDivide(x, y) * y;
      });
      case 9: return divide(mcc::ceilDiv, a, b, [](auto x, auto y) {
        return -floorDivide(-x, y);
      });
      default: return divide(mcc::floorDiv, a, b, floorDivide);
    }
  }

  std::int64_t draw(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  Sample constant(std::int64_t value) {
    Sample result{value, {}};
    result.values.fill(value);
    return result;
  }

  Sample nonzero() { return constant(draw(0, 1) == 0 ? draw(1, 12) : -draw(1, 12)); }

  Sample symbol(const char* name) {
    Sample result{Dim::symbol(name), {}};
    for (std::size_t i = 0; i < kSamples; ++i) result.values[i] = bindings_[i].at(name);
    return result;
  }

  template <typename Apply>
  static Sample combine(const Dim& dim, const Sample& a, const Sample& b, Apply apply) {
    Sample result{dim, {}};
    for (std::size_t i = 0; i < kSamples; ++i) {
      if (a.values[i] && b.values[i]) result.values[i] = apply(*a.values[i], *b.values[i]);
    }
    return result;
  }

  template <typename Apply>
  static Sample divide(Dim (*symbolic)(const Dim&, const Dim&), const Sample& a, const Sample& b,
                       Apply apply) {
    if (b.dim == 0) return a;
    Sample divisor = b;
    for (auto& value : divisor.values) {
      if (value == 0) value.reset();
    }
    return combine(symbolic(a.dim, b.dim), a, divisor, apply);
  }

  std::mt19937 random_;
  std::array<Bindings, kSamples> bindings_;
};

void check(std::uint32_t seed, std::int64_t low, std::int64_t high) {
  Generator generator(seed, low, high);
  const Sample sample = generator.expression(static_cast<int>(generator.draw(1, 4)));
  CAPTURE(seed);
  const std::string text = sample.dim.text();
  CAPTURE(text);
  const Dim parsed = Dim::parse(text);
  CHECK(parsed == sample.dim);
  CHECK(parsed.text() == text);
  CHECK(sample.dim.substitute({}) == sample.dim);
  mcc::Ranges ranges;
  for (const char* name : kSymbols) ranges[name] = {low, high};
  const Range bounds = sample.dim.bounds(ranges);
  for (std::size_t i = 0; i < kSamples; ++i) {
    if (!sample.values[i]) continue;
    const std::int64_t value = sample.dim.evaluate(generator.bindings(i));
    CHECK(value == *sample.values[i]);
    CHECK(bounds.min <= value);
    CHECK(value <= bounds.max);
  }
}

}  // namespace

TEST_CASE("Dim: random expressions of any sign equal plain evaluation") {
  for (std::uint32_t seed = 0; seed < 3000; ++seed) check(seed, -20, 20);
}

TEST_CASE("Dim: random expressions of sizes equal plain evaluation") {
  for (std::uint32_t seed = 3000; seed < 5000; ++seed) check(seed, 1, 64);
}

TEST_CASE("Dim: ordering is total and agrees with equality") {
  Generator generator(7, 1, 9);
  std::vector<Dim> dims;
  for (int i = 0; i < 60; ++i) dims.push_back(generator.expression(2).dim);
  for (const Dim& a : dims) {
    for (const Dim& b : dims) {
      CHECK((a < b) + (b < a) + (a == b) == 1);
      for (const Dim& c : dims) {
        if (a < b && b < c) CHECK(a < c);
      }
    }
  }
}
