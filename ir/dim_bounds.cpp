// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values and bounds of Dims, and substitution.
//
// Bounds are by interval arithmetic, where INT64_MIN as the lower end and INT64_MAX as the upper
// end are infinite. It forgets that two terms hold the same symbol, so that s - floordiv(s, 2)
// would reach from 1 - 5 to 10 - 0 for s in 1..10. Hence sums are also bounded a second way: with
// floordiv(p, c) == (p - r) / c, r in [0, c), the sum times c is 2*s - s + r, which is exact.
#include <algorithm>
#include <numeric>
#include <optional>

#include "ir/checked_int.h"
#include "ir/dim_expr.h"

namespace mcc {

namespace {

using Kind = Dim::Node::Kind;

constexpr std::int64_t kLowest = INT64_MIN;
constexpr std::int64_t kHighest = INT64_MAX;

// The ends that would be infinite on the wrong side are moved by one, outwards.
Range interval(std::int64_t low, std::int64_t high) {
  return {low == kHighest ? kHighest - 1 : low, high == kLowest ? kLowest + 1 : high};
}

bool infinite(std::int64_t value) { return value == kLowest || value == kHighest; }

std::int64_t saturatingAdd(std::int64_t a, std::int64_t b) {
  if (infinite(a)) return a;
  if (infinite(b)) return b;
  std::int64_t result = 0;
  if (!__builtin_add_overflow(a, b, &result)) return result;
  return a < 0 ? kLowest : kHighest;
}

std::int64_t saturatingMultiply(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return 0;
  std::int64_t result = 0;
  const bool overflow = __builtin_mul_overflow(a, b, &result);
  if (!overflow && !infinite(a) && !infinite(b)) return result;
  return (a < 0) == (b < 0) ? kHighest : kLowest;
}

// b >= 1.
std::int64_t saturatingFloorDivide(std::int64_t a, std::int64_t b) {
  if (infinite(b)) return a < 0 ? -1 : 0;
  return infinite(a) ? a : checkedFloorDivide(a, b);
}

Range add(const Range& a, const Range& b) {
  return interval(saturatingAdd(a.min, b.min), saturatingAdd(a.max, b.max));
}

Range corners(const Range& a, const Range& b, std::int64_t (*apply)(std::int64_t, std::int64_t)) {
  const auto [low, high] = std::minmax({apply(a.min, b.min), apply(a.min, b.max),
                                        apply(a.max, b.min), apply(a.max, b.max)});
  return interval(low, high);
}

Range times(const Range& a, const Range& b) { return corners(a, b, saturatingMultiply); }
Range negate(const Range& a) { return times(a, {-1, -1}); }
Range join(const Range& a, const Range& b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

// floorDiv(a, b) for b >= 1: monotone in both, so its extremes lie in the corners.
Range dividePositive(const Range& a, const Range& b) {
  return corners(a, b, saturatingFloorDivide);
}

// mod(a, b) for b >= 1.
Range modPositive(const Range& a, const Range& b) {
  const Range whole{0, infinite(b.max) ? kHighest : b.max - 1};
  if (b.min == b.max && !infinite(a.min) && !infinite(a.max)) {
    const std::int64_t period = checkedFloorDivide(a.min, b.min);
    if (period == checkedFloorDivide(a.max, b.min)) {
      return {checkedModulo(a.min, b.min), checkedModulo(a.max, b.min)};
    }
  }
  if (a.min < 0) return whole;
  if (a.max < b.min) return a;
  return {0, std::min(a.max, whole.max)};
}

// What floorDiv and mod give for the divisors above zero, joined with what they give for those
// below: floorDiv(a, b) == floorDiv(-a, -b), mod(a, b) == -mod(-a, -b).
Range divisionBounds(Kind kind, const Range& a, const Range& b) {
  const auto positive = kind == Kind::mod ? modPositive : dividePositive;
  std::optional<Range> result;
  if (b.max >= 1) result = positive(a, {std::max<std::int64_t>(b.min, 1), b.max});
  if (b.min <= -1) {
    const Range divisor = negate({b.min, std::min<std::int64_t>(b.max, -1)});
    const Range below = positive(negate(a), interval(std::max<std::int64_t>(divisor.min, 1),
                                                     divisor.max));
    const Range signedBelow = kind == Kind::mod ? negate(below) : below;
    result = result ? join(*result, signedBelow) : signedBelow;
  }
  return result.value_or(Range{kLowest, kHighest});  // only zero divides: there is no value
}

struct Bounder {
  const Ranges* ranges;  // null: any symbol may take any value

  Range ofSymbol(const std::string& name) const {
    if (ranges == nullptr) return {kLowest, kHighest};
    const auto found = ranges->find(name);
    return found == ranges->end() ? Range{} : interval(found->second.min, found->second.max);
  }

  Range ofAtom(const Atom& atom, int tightenings) const {
    if (atom.kind == Kind::symbol) return ofSymbol(atom.name);
    Range result = of(atom.operands[0], tightenings);
    for (std::size_t i = 1; i < atom.operands.size(); ++i) {
      const Range next = of(atom.operands[i], tightenings);
      if (atom.kind == Kind::max) {
        result = {std::max(result.min, next.min), std::max(result.max, next.max)};
      } else if (atom.kind == Kind::min) {
        result = {std::min(result.min, next.min), std::min(result.max, next.max)};
      } else {
        result = divisionBounds(atom.kind, result, next);
      }
    }
    return result;
  }

  Range ofTerm(const Term& term, int tightenings) const {
    Range result = interval(term.coefficient, term.coefficient);
    for (const Factor& factor : term.monomial) {
      const Range range = ofAtom(*factor.atom, tightenings);
      for (std::int64_t i = 0; i < factor.exponent; ++i) result = times(result, range);
    }
    return result;
  }

  // `tightenings`: how many levels of floordivs may yet be bounded the second way.
  Range of(const Dim& dim, int tightenings) const {
    Range result{0, 0};
    const Terms terms = Dim::Expr::termsOf(dim);
    for (const Term& term : terms) result = add(result, ofTerm(term, tightenings));
    if (tightenings == 0 || terms.size() < 2) return result;
    const auto other = withoutFloorDivs(terms, tightenings - 1);
    if (!other) return result;
    const Range tight{std::max(result.min, other->min), std::min(result.max, other->max)};
    return tight.min <= tight.max ? tight : result;  // empty: some divisor is always zero
  }

  // Bounds of the sum by the second way of the two above; nothing where it doesn't apply.
  std::optional<Range> withoutFloorDivs(const Terms& terms, int tightenings) const;
};

// c of a term k * floordiv(p, c), else 0.
std::int64_t constantDivisor(const Term& term) {
  const Atom* atom = asAtom(term.monomial, Kind::floordiv);
  return atom == nullptr ? 0 : atom->operands[1].asConstant().value_or(0);
}

std::optional<Range> Bounder::withoutFloorDivs(const Terms& terms, int tightenings) const try {
  std::int64_t multiple = 1;  // of all the divisors
  for (const Term& term : terms) {
    if (const std::int64_t divisor = constantDivisor(term); divisor != 0) {
      multiple = checkedMultiply(multiple, divisor / std::gcd(multiple, divisor));
    }
  }
  if (multiple == 1) return std::nullopt;
  Dim sum = 0;  // multiple * terms == sum + remainders
  Range remainders{0, 0};
  for (const Term& term : terms) {
    const std::int64_t divisor = constantDivisor(term);
    if (divisor == 0) {
      sum = sum + multiple * Dim::Expr::fromTerm(term);
      continue;
    }
    const std::int64_t factor = checkedMultiply(term.coefficient, multiple / divisor);
    sum = sum + factor * term.monomial[0].atom->operands[0];
    remainders = add(remainders, times({0, divisor - 1}, negate({factor, factor})));
  }
  const Range whole = add(of(sum, tightenings), remainders);
  return Range{infinite(whole.min) ? whole.min : -checkedFloorDivide(-whole.min, multiple),
               infinite(whole.max) ? whole.max : checkedFloorDivide(whole.max, multiple)};
} catch (const Error&) {  // the numbers grew beyond int64
  return std::nullopt;
}

std::int64_t valueOf(const Atom& atom, const Bindings& bindings) {
  if (atom.kind == Kind::symbol) {
    const auto found = bindings.find(atom.name);
    if (found == bindings.end()) throw Error("symbol " + atom.name + " has no value");
    return found->second;
  }
  std::int64_t result = atom.operands[0].evaluate(bindings);
  for (std::size_t i = 1; i < atom.operands.size(); ++i) {
    const std::int64_t next = atom.operands[i].evaluate(bindings);
    switch (atom.kind) {
      case Kind::floordiv: result = checkedFloorDivide(result, next); break;
      case Kind::mod: result = checkedModulo(result, next); break;
      case Kind::max: result = std::max(result, next); break;
      default: result = std::min(result, next); break;
    }
  }
  return result;
}

Dim substituted(const Atom& atom, const std::map<std::string, Dim>& replacements) {
  if (atom.kind == Kind::symbol) {
    const auto found = replacements.find(atom.name);
    return found == replacements.end() ? Dim::Expr::fromAtom(atom) : found->second;
  }
  Dim result = atom.operands[0].substitute(replacements);
  for (std::size_t i = 1; i < atom.operands.size(); ++i) {
    const Dim next = atom.operands[i].substitute(replacements);
    switch (atom.kind) {
      case Kind::floordiv: result = floorDiv(result, next); break;
      case Kind::mod: result = mod(result, next); break;
      case Kind::max: result = max(result, next); break;
      default: result = min(result, next); break;
    }
  }
  return result;
}

}  // namespace

std::int64_t Dim::evaluate(const Bindings& bindings) const {
  if (isConstant()) return value_;
  std::int64_t sum = 0;
  for (const Term& term : expr_->terms) {
    std::int64_t product = term.coefficient;
    for (const Factor& factor : term.monomial) {
      const std::int64_t value = valueOf(*factor.atom, bindings);
      for (std::int64_t i = 0; i < factor.exponent; ++i) product = checkedMultiply(product, value);
    }
    sum = checkedAdd(sum, product);
  }
  return sum;
}

Range Dim::bounds(const Ranges& ranges) const {
  if (isConstant()) return {value_, value_};
  return Bounder{&ranges}.of(*this, 3);
}

Range boundsOfAny(const Dim& dim) { return Bounder{nullptr}.of(dim, 0); }

Dim Dim::substitute(const std::map<std::string, Dim>& replacements) const {
  if (isConstant()) return *this;
  Dim sum = 0;
  for (const Term& term : expr_->terms) {
    Dim product = term.coefficient;
    for (const Factor& factor : term.monomial) {
      const Dim value = substituted(*factor.atom, replacements);
      for (std::int64_t i = 0; i < factor.exponent; ++i) product = product * value;
    }
    sum = sum + product;
  }
  return sum;
}

}  // namespace mcc
