// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dim: the rules one by one. dim_random_test.cpp holds them against plain evaluation.
#include "ir/dim.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ir/diagnostics.h"

using mcc::Dim;
using mcc::Range;

namespace {

const Dim s = Dim::symbol("s");
const Dim t = Dim::symbol("t");

std::string canonical(const std::string& text) { return Dim::parse(text).text(); }

}  // namespace

TEST_CASE("Dim: constants") {
  CHECK(Dim(7).constant() == 7);
  CHECK(Dim(3) * 4 - 5 == Dim(7));
  CHECK(!s.asConstant());
  CHECK_THROWS_AS(s.constant(), mcc::InternalError);
  CHECK((s - s).asConstant() == 0);
}

TEST_CASE("Dim: division of constants rounds towards minus infinity, as Python's") {
  for (std::int64_t a = -9; a <= 9; ++a) {
    for (std::int64_t b : {-4, -3, -1, 1, 2, 5}) {
      CAPTURE(a);
      CAPTURE(b);
      const std::int64_t q = mcc::floorDiv(a, b).constant();
      const std::int64_t r = mcc::mod(a, b).constant();
      CHECK(q * b + r == a);
      CHECK((b > 0 ? r >= 0 && r < b : r <= 0 && r > b));
      CHECK(mcc::ceilDiv(a, b).constant() == -mcc::floorDiv(-a, b).constant());
    }
  }
}

TEST_CASE("Dim: what leaves int64 or divides by zero is an error") {
  const Dim most = INT64_MAX;
  const Dim least = INT64_MIN;
  CHECK_THROWS_AS(most + 1, mcc::Error);
  CHECK_THROWS_AS(least - 1, mcc::Error);
  CHECK_THROWS_AS(-least, mcc::Error);
  CHECK_THROWS_AS(most * 2, mcc::Error);
  CHECK_THROWS_AS(mcc::floorDiv(least, -1), mcc::Error);
  CHECK(mcc::mod(least, -1) == 0);
  CHECK_THROWS_AS(most * s * 2, mcc::Error);
  CHECK_THROWS_AS(mcc::floorDiv(s, 0), mcc::Error);
  CHECK_THROWS_AS(mcc::mod(s, 0), mcc::Error);
  CHECK_THROWS_AS(mcc::floorDiv(3, 0), mcc::Error);
  CHECK_THROWS_AS((s * 2).evaluate({{"s", INT64_MAX}}), mcc::Error);
  CHECK_THROWS_AS(mcc::mod(5, s).evaluate({{"s", 0}}), mcc::Error);
}

TEST_CASE("Dim: polynomials are canonical") {
  CHECK((s + t) * (s - t) == s * s - t * t);
  CHECK(s + t == t + s);
  CHECK(2 * (s + 3) - s == s + 6);
  CHECK((s + 1).text() == "s + 1");
  CHECK((t * s * 2 - s * s - 1).text() == "-s**2 + 2*s*t - 1");
  CHECK((-s).text() == "-s");
  CHECK((s - 2 * t).text() == "s - 2*t");
}

TEST_CASE("Dim: floorDiv") {
  CHECK(mcc::floorDiv(8 * s, 8) == s);
  CHECK(mcc::floorDiv(8 * s, -8) == -s);
  CHECK(mcc::floorDiv(s * t + 3 * t, t) == s + 3);
  CHECK(mcc::floorDiv((s + 1) * (t + 2), t + 2) == s + 1);
  CHECK(canonical("8*s//4 + 1") == "2*s + 1");
  CHECK(canonical("(8*s + 9)//8") == "s + 1");
  CHECK(canonical("(s + 9)//8") == "(s + 1)//8 + 1");
  CHECK(canonical("6*s//4") == "s + s//2");
  CHECK(canonical("(4*s + 3)//8") == "s//2");
  CHECK(canonical("12*s*t//(8*s)") == "t + t//2");
  CHECK(canonical("s//-2") == canonical("-s//2"));
  CHECK(canonical("ceildiv(s, 4)") == "(s + 3)//4");
  CHECK(canonical("0//s") == "0");
}

TEST_CASE("Dim: nested floorDiv merges") {
  CHECK(mcc::floorDiv(mcc::floorDiv(s, 2), 3) == mcc::floorDiv(s, 6));
  CHECK(mcc::floorDiv(mcc::floorDiv(s, t), 3) == mcc::floorDiv(s, 3 * t));
  CHECK(canonical("((s - 1)//2 + 1 - 1)//2 + 1") == "(s + 3)//4");
  CHECK(canonical("(s//3 + t)//2") == "(s + 3*t)//6");
  CHECK(canonical("(s//3)//t") == "(s//3)//t");
}

TEST_CASE("Dim: mod") {
  CHECK(mcc::mod(8 * s, 4) == 0);
  CHECK(mcc::mod(s * t, t) == 0);
  CHECK(canonical("(s + 9)%8") == "(s + 1)%8");
  CHECK(canonical("(5*s)%4") == "s%4");
  CHECK(canonical("(6*s + 1)%4") == "2*(s%2) + 1");
  CHECK(canonical("(s%8)%4") == "s%4");
  CHECK(canonical("(s%4)%8") == "s%4");
  CHECK(canonical("(s%4)//4") == "0");
  CHECK(canonical("s%-4") == "-((3*s)%4)");
}

TEST_CASE("Dim: max and min") {
  CHECK(canonical("max(s, max(4, s), max(t, 7, 2))") == "max(s, t, 7)");
  CHECK(canonical("min(s, s + 1, s - 2)") == "s - 2");
  CHECK(canonical("max(3, 5)") == "5");
  CHECK(mcc::max(s, s) == s);
  CHECK(mcc::max(s, t) == mcc::max(t, s));
  CHECK(mcc::max(INT64_MAX, INT64_MIN) == INT64_MAX);
  CHECK(mcc::max(s, t) != mcc::min(s, t));
}

TEST_CASE("Dim: what an expression is") {
  CHECK(s.asSymbol() == "s");
  CHECK(!(s + 1).asSymbol());
  CHECK(!Dim(1).asSymbol());
  CHECK((8 * s).asMultipleOfSymbol() == std::pair<std::int64_t, std::string>(8, "s"));
  CHECK(s.asMultipleOfSymbol()->first == 1);
  CHECK(!(-s).asMultipleOfSymbol());
  CHECK(!(s * s).asMultipleOfSymbol());
  std::vector<std::string> symbols;
  Dim::parse("max(b, a)//c + b*d").collectSymbols(symbols);
  CHECK(symbols == std::vector<std::string>{"b", "d", "a", "c"});
  CHECK_THROWS_AS(Dim::symbol("a b"), mcc::Error);
  CHECK_THROWS_AS(Dim::symbol(""), mcc::Error);
}

TEST_CASE("Dim: evaluate and substitute") {
  const Dim dim = Dim::parse("max(s//2, t) - s%3");
  CHECK(dim.evaluate({{"s", 11}, {"t", 2}}) == 3);
  CHECK_THROWS_WITH_AS(dim.evaluate({{"s", 1}}), "symbol t has no value", mcc::Error);
  CHECK(dim.substitute({{"s", 6 * t}}) == mcc::max(3 * t, t));
  CHECK(dim.substitute({{"s", t}, {"t", s}}).evaluate({{"t", 11}, {"s", 2}}) == 3);
}

TEST_CASE("Dim: bounds") {
  const mcc::Ranges ranges{{"s", {2, 10}}, {"t", {0, Range::kUnbounded}}, {"n", {-3, 4}}};
  const auto bounds = [&](const char* text) { return Dim::parse(text).bounds(ranges); };
  CHECK(bounds("2*s + 1") == Range{5, 21});
  CHECK(bounds("s//3") == Range{0, 3});
  CHECK(bounds("s%4") == Range{0, 3});
  CHECK(bounds("s%16") == Range{2, 10});
  CHECK(bounds("max(s, 4)") == Range{4, 10});
  CHECK(bounds("min(t, s)") == Range{0, 10});
  CHECK(bounds("t + 1") == Range{1, Range::kUnbounded});
  CHECK(bounds("n*n") == Range{-12, 16});
  CHECK(bounds("5 - n") == Range{1, 8});
  CHECK(bounds("s - s//2") == Range{1, 5});
  CHECK(bounds("s - 8*(s//8)") == Range{0, 7});
  CHECK(bounds("100//s") == Range{10, 50});
  CHECK(bounds("unknown") == Range{0, Range::kUnbounded});
  CHECK(Dim(5).bounds({}) == Range{5, 5});
  CHECK(!bounds("s*t").bounded());
}

TEST_CASE("Dim: node() shows the outermost operation") {
  using Kind = Dim::Node::Kind;
  CHECK(Dim(4).node().value == 4);
  CHECK(s.node().kind == Kind::symbol);
  CHECK(s.node().name == "s");
  const Dim::Node sum = (2 * s - t + 1).node();
  CHECK(sum.kind == Kind::add);
  CHECK(sum.operands == std::vector<Dim>{2 * s, -t, 1});
  const Dim::Node product = (3 * s * s * t).node();
  CHECK(product.kind == Kind::mul);
  CHECK(product.operands == std::vector<Dim>{3, s, s, t});
  const Dim::Node quotient = mcc::floorDiv(s, 2).node();
  CHECK(quotient.kind == Kind::floordiv);
  CHECK(quotient.operands == std::vector<Dim>{s, 2});
}

TEST_CASE("Dim: text of a shape") {
  CHECK(mcc::text(std::vector<Dim>{1, 3 * s, mcc::floorDiv(t, 2)}) == "[1, 3*s, t//2]");
  CHECK(mcc::text(std::vector<Dim>{}) == "[]");
  CHECK(mcc::product({2, s, t}) == 2 * s * t);
  CHECK(mcc::product({}) == 1);
}

TEST_CASE("Dim: parse follows Python's precedence") {
  CHECK(Dim::parse("-s//2") == mcc::floorDiv(-s, 2));
  CHECK(Dim::parse("2*s//3*t") == mcc::floorDiv(2 * s, 3) * t);
  CHECK(Dim::parse("-2**2") == -4);
  CHECK(Dim::parse("7 - 2 - 1") == 4);
  CHECK(Dim::parse("--s") == s);
  CHECK(Dim::parse("-9223372036854775808") == INT64_MIN);
  CHECK(Dim::parse("floordiv(s, 2) + mod(s, 2)") == mcc::floorDiv(s, 2) + mcc::mod(s, 2));
  CHECK(Dim::parse("max") == Dim::symbol("max"));
}

TEST_CASE("Dim: parse refuses what it can't read") {
  for (const char* text : {"", "s +", "s s", "(s", "s)", "sqrt(s)", "mod(s)", "max()", "s/2", "1.5",
                           "9223372036854775808", "s**t", "s**-1", "s**1000", "s//0", "é"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(Dim::parse(text), mcc::Error);
  }
  CHECK_THROWS_AS(Dim::parse(std::string(100000, '(')), mcc::Error);
  CHECK_THROWS_AS(Dim::parse(std::string(100000, '-')), mcc::Error);
}

TEST_CASE("Dim: expressions that explode are refused") {
  Dim nested = s;
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 100; ++i) nested = mcc::floorDiv(nested, t) + mcc::mod(nested, t);
      }(),
      mcc::Error);
  Dim product = 1;
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 40; ++i) {
          product = product * (Dim::symbol("a" + std::to_string(i)) + 1);
        }
      }(),
      mcc::Error);
}
