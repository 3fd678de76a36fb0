// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a Dim that isn't constant is stored. Private to dim*.cpp.
#pragma once
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/dim.h"

namespace mcc {

// A symbol (name) or a function of operands (floordiv, mod: two; max, min: two or more, sorted).
struct Atom {
  Dim::Node::Kind kind = Dim::Node::Kind::symbol;
  std::string name;
  std::vector<Dim> operands;
};

struct Factor {
  std::shared_ptr<const Atom> atom;
  std::int64_t exponent = 1;  // >= 1
};

// Product of factors, sorted by atom, each atom once; empty: 1.
using Monomial = std::vector<Factor>;

struct Term {
  Monomial monomial;
  std::int64_t coefficient = 0;  // never 0
};

// Sum of terms, monomials strictly descending (so a constant comes last); empty: 0.
using Terms = std::vector<Term>;

// What bounds the work spent on an expression of a hostile file.
inline constexpr std::size_t kMaxTerms = 256;
inline constexpr std::size_t kMaxOperands = 64;  // of one max or min
inline constexpr std::int64_t kMaxDegree = 64;
inline constexpr std::int64_t kMaxDepth = 32;     // of functions within functions
inline constexpr std::int64_t kMaxSize = 1 << 14;  // atoms, each as often as it occurs

struct Dim::Expr {
  Terms terms;  // not constant
  std::int64_t size = 0;
  std::int64_t depth = 0;

  static Dim fromTerms(Terms terms);
  static Dim fromTerm(Term term) { return fromTerms({std::move(term)}); }
  static Dim fromAtom(Atom atom);
  static Terms termsOf(const Dim& dim);  // of a constant too
  static const Expr* of(const Dim& dim) { return dim.expr_.get(); }
};

[[noreturn]] void throwTooLarge();

// The order in which operands are printed: great monomials first, constants last.
std::strong_ordering compare(const Dim& a, const Dim& b);
std::strong_ordering compare(const Atom& a, const Atom& b);
// Graded lexicographic: compare(a, b) == compare(a * m, b * m) for every m, which division needs.
std::strong_ordering compare(const Monomial& a, const Monomial& b);

std::int64_t degree(const Monomial& monomial);
Monomial multiply(const Monomial& a, const Monomial& b);
bool divides(const Monomial& divisor, const Monomial& of);
Monomial divide(const Monomial& a, const Monomial& by);  // precondition: divides(by, a)
Monomial commonFactor(const Monomial& a, const Monomial& b);

// The atom when `dim` is nothing but one atom (of the kind), else null.
const Atom* asAtom(const Dim& dim, Dim::Node::Kind kind);
const Atom* asAtom(const Monomial& monomial, Dim::Node::Kind kind);

// Bounds whatever values the symbols take, negative ones too; INT64_MIN and INT64_MAX are infinite.
Range boundsOfAny(const Dim& dim);

}  // namespace mcc
