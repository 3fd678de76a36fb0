// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// floorDiv, mod, max and min of Dims. Each rule is an identity of the integers, negative ones too
// (// and % round towards minus infinity); an atom is made only where no rule applies any more, so
// that building it again from its operands gives the same atom. A divisor that is an expression is
// taken to be other than zero: floorDiv(n*s, s) is n.
#include <algorithm>
#include <numeric>

#include "ir/checked_int.h"
#include "ir/dim_expr.h"

namespace mcc {

namespace {

using Kind = Dim::Node::Kind;

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

// Greatest common divisor of the coefficients, going on from `sofar` (0: none); 1 where it would
// not fit int64.
std::int64_t commonDivisor(const Terms& terms, std::int64_t sofar) {
  std::uint64_t result = magnitude(sofar);
  for (const Term& term : terms) result = std::gcd(result, magnitude(term.coefficient));
  return result > static_cast<std::uint64_t>(INT64_MAX) ? 1 : static_cast<std::int64_t>(result);
}

std::int64_t constantPart(const Terms& terms) {
  return !terms.empty() && terms.back().monomial.empty() ? terms.back().coefficient : 0;
}

Dim dividedExactly(Terms terms, const Term& by) {
  for (Term& term : terms) {
    term = {divide(term.monomial, by.monomial), term.coefficient / by.coefficient};
  }
  return Dim::Expr::fromTerms(std::move(terms));
}

// The greatest term that divides every term of both; {1, 1} where there is none.
Term commonTerm(const Terms& a, const Terms& b) {
  Term result{a.front().monomial, commonDivisor(b, commonDivisor(a, 0))};
  for (const Term& term : a) result.monomial = commonFactor(result.monomial, term.monomial);
  for (const Term& term : b) result.monomial = commonFactor(result.monomial, term.monomial);
  return result;
}

struct Division {
  Dim quotient;
  Dim remainder;
};

// a == quotient * b + remainder, by the leading term of b (coefficient > 0): no term of the
// remainder is its multiple with a coefficient outside [0, that of b). The remainder is unique:
// a + n*b has the same for every n. Gives up, with quotient 0, when that takes too long.
Division divide(const Dim& a, const Dim& b) {
  const Term lead = Dim::Expr::termsOf(b).front();
  Division result{0, 0};
  Dim rest = a;
  for (std::size_t step = 0; step < 2 * kMaxTerms; ++step) {
    const Terms terms = Dim::Expr::termsOf(rest);
    if (terms.empty()) return result;
    Term term = terms.front();
    const bool multiple = divides(lead.monomial, term.monomial);
    const std::int64_t times =
        multiple ? checkedFloorDivide(term.coefficient, lead.coefficient) : 0;
    if (times == 0) {
      const Dim moved = Dim::Expr::fromTerm(term);
      result.remainder = result.remainder + moved;
      rest = rest - moved;
    } else {
      const Dim factor = Dim::Expr::fromTerm({divide(term.monomial, lead.monomial), times});
      result.quotient = result.quotient + factor;
      rest = rest - factor * b;
    }
  }
  return {0, a};
}

// dim == factor * inner + rest with 0 <= rest < factor, where factor divides `divisor` (> 0): then
// floorDiv(dim, divisor) == floorDiv(inner, divisor / factor).
struct Split {
  std::int64_t factor = 1;
  Dim inner;
  std::int64_t rest = 0;
};

Split splitFactor(const Dim& dim, std::int64_t divisor) {
  Terms terms = Dim::Expr::termsOf(dim);
  const std::int64_t constant = constantPart(terms);
  if (constant != 0) terms.pop_back();
  const std::int64_t factor = commonDivisor(terms, divisor);
  return {factor,
          dividedExactly(terms, {{}, factor}) + checkedFloorDivide(constant, factor),
          checkedModulo(constant, factor)};
}

bool liesWithin(const Dim& dim, std::int64_t divisor) {  // 0 <= dim < divisor, always
  const Range range = boundsOfAny(dim);
  return range.min >= 0 && range.max < divisor;
}

// floorDiv(floorDiv(x, y) + k, c) is floorDiv(x + k*y, y*c) for c > 0. Done where y is constant or
// k zero, and only one term can play the part of floorDiv(x, y).
std::optional<Dim> mergedFloorDiv(const Dim& a, std::int64_t divisor) {
  const Atom* inner = nullptr;
  for (const Term& term : Dim::Expr::termsOf(a)) {
    const Atom* atom = asAtom(term.monomial, Kind::floordiv);
    if (atom == nullptr || term.coefficient != 1) continue;
    if (inner != nullptr) return std::nullopt;
    inner = atom;
  }
  if (inner == nullptr) return std::nullopt;
  const Dim others = a - Dim::Expr::fromAtom(*inner);
  const Dim& y = inner->operands[1];
  if (!y.isConstant() && others != 0) return std::nullopt;
  std::int64_t both = 0;
  if (y.isConstant() && __builtin_mul_overflow(y.constant(), divisor, &both)) return std::nullopt;
  return floorDiv(inner->operands[0] + others * y, y * divisor);
}

// mod(k*mod(x, y) + ..., c) is mod(k*x + ..., c) where c divides k*y.
Dim withoutInnerMod(const Dim& a, std::int64_t divisor) {
  Dim result = a;
  for (const Term& term : Dim::Expr::termsOf(a)) {
    const Atom* atom = asAtom(term.monomial, Kind::mod);
    if (atom == nullptr || !atom->operands[1].isConstant()) continue;
    const std::int64_t inner = checkedModulo(atom->operands[1].constant(), divisor);
    std::int64_t product = 0;
    if (__builtin_mul_overflow(term.coefficient, inner, &product)) continue;
    if (product % divisor != 0) continue;
    result = result - Dim::Expr::fromTerm(term) + term.coefficient * atom->operands[0];
  }
  return result;
}

Dim floorDivByConstant(const Dim& a, std::int64_t divisor) {
  if (liesWithin(a, divisor)) return 0;
  const Split split = splitFactor(a, divisor);
  if (split.factor > 1) return floorDiv(split.inner, divisor / split.factor);
  if (const auto merged = mergedFloorDiv(a, divisor)) return *merged;
  return Dim::Expr::fromAtom({Kind::floordiv, {}, {a, divisor}});
}

Dim modByConstant(const Dim& a, std::int64_t divisor) {
  if (liesWithin(a, divisor)) return a;
  const Split split = splitFactor(a, divisor);
  if (split.factor > 1) {
    return split.factor * mod(split.inner, divisor / split.factor) + split.rest;
  }
  if (const Dim outer = withoutInnerMod(a, divisor); outer != a) return mod(outer, divisor);
  return Dim::Expr::fromAtom({Kind::mod, {}, {a, divisor}});
}

bool differByConstant(const Dim& a, const Dim& b) {
  Terms left = Dim::Expr::termsOf(a);
  Terms right = Dim::Expr::termsOf(b);
  if (constantPart(left) != 0) left.pop_back();
  if (constantPart(right) != 0) right.pop_back();
  return left.size() == right.size() &&
         std::equal(left.begin(), left.end(), right.begin(), [](const Term& s, const Term& t) {
           return s.coefficient == t.coefficient && compare(s.monomial, t.monomial) == 0;
         });
}

// max or min: flattened, sorted, and of operands that differ by a constant only one is kept.
Dim extremum(Kind kind, const Dim& a, const Dim& b) {
  std::vector<Dim> kept;
  const auto add = [&](const Dim& dim) {
    for (Dim& other : kept) {
      if (!differByConstant(dim, other)) continue;
      const std::int64_t mine = constantPart(Dim::Expr::termsOf(dim));
      const std::int64_t its = constantPart(Dim::Expr::termsOf(other));
      if (kind == Kind::max ? mine > its : mine < its) other = dim;
      return;
    }
    kept.push_back(dim);
  };
  for (const Dim& dim : {a, b}) {
    const Atom* atom = asAtom(dim, kind);
    if (atom == nullptr) add(dim);
    if (atom != nullptr) std::for_each(atom->operands.begin(), atom->operands.end(), add);
  }
  if (kept.size() == 1) return kept[0];
  if (kept.size() > kMaxOperands) throwTooLarge();
  std::sort(kept.begin(), kept.end());
  return Dim::Expr::fromAtom({kind, {}, std::move(kept)});
}

}  // namespace

Dim floorDiv(const Dim& a, const Dim& b) {
  if (b == 0 || (a.isConstant() && b.isConstant())) {
    return checkedFloorDivide(a.asConstant().value_or(0), b.constant());
  }
  if (a == 0 || b == 1) return a;
  const Terms divisor = Dim::Expr::termsOf(b);
  if (divisor.front().coefficient < 0) return floorDiv(-a, -b);
  const Terms terms = Dim::Expr::termsOf(a);
  const Term common = commonTerm(terms, divisor);
  if (common.coefficient > 1 || !common.monomial.empty()) {
    return floorDiv(dividedExactly(terms, common), dividedExactly(divisor, common));
  }
  const Division division = divide(a, b);
  if (division.quotient != 0) return division.quotient + floorDiv(division.remainder, b);
  if (b.isConstant()) return floorDivByConstant(a, b.constant());
  return Dim::Expr::fromAtom({Kind::floordiv, {}, {a, b}});
}

Dim mod(const Dim& a, const Dim& b) {
  if (b == 0 || (a.isConstant() && b.isConstant())) {
    return checkedModulo(a.asConstant().value_or(0), b.constant());
  }
  if (a == 0 || b == 1) return 0;
  const Terms divisor = Dim::Expr::termsOf(b);
  if (divisor.front().coefficient < 0) return -mod(-a, -b);
  const Terms terms = Dim::Expr::termsOf(a);
  const Term common = commonTerm(terms, divisor);
  if (common.coefficient > 1 || !common.monomial.empty()) {
    return Dim::Expr::fromTerm(common) *
           mod(dividedExactly(terms, common), dividedExactly(divisor, common));
  }
  const Division division = divide(a, b);
  if (division.quotient != 0) return mod(division.remainder, b);
  if (b.isConstant()) return modByConstant(a, b.constant());
  return Dim::Expr::fromAtom({Kind::mod, {}, {a, b}});
}

Dim max(const Dim& a, const Dim& b) { return extremum(Kind::max, a, b); }
Dim min(const Dim& a, const Dim& b) { return extremum(Kind::min, a, b); }

Dim ceilDiv(const Dim& a, const Dim& b) {
  if (b.isConstant() && b.constant() > 0) return floorDiv(a + (b - 1), b);
  return -floorDiv(-a, b);
}

}  // namespace mcc
