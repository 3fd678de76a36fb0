// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dim: the canonical polynomial, its order, sums and products. The functions (floorDiv, ...) are in
// dim_functions.cpp, values and bounds in dim_bounds.cpp, text in dim_text.cpp and dim_parse.cpp.
#include "ir/dim.h"

#include <algorithm>
#include <cctype>

#include "ir/checked_int.h"
#include "ir/dim_expr.h"

namespace mcc {

namespace {

using Kind = Dim::Node::Kind;

bool isIdentifier(const std::string& name) {
  const auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (name.empty() || !isLetter(name[0])) return false;
  return std::all_of(name.begin(), name.end(),
                     [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

// Sorts, adds up terms of one monomial and drops what vanishes.
Terms normalized(Terms terms) {
  std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
    return compare(a.monomial, b.monomial) > 0;
  });
  Terms result;
  for (Term& term : terms) {
    if (!result.empty() && compare(result.back().monomial, term.monomial) == 0) {
      result.back().coefficient = checkedAdd(result.back().coefficient, term.coefficient);
    } else {
      if (!result.empty() && result.back().coefficient == 0) result.pop_back();
      result.push_back(std::move(term));
    }
  }
  if (!result.empty() && result.back().coefficient == 0) result.pop_back();
  return result;
}

Dim scaled(const Dim& a, std::int64_t factor) {
  if (factor == 0) return 0;
  Terms terms = Dim::Expr::termsOf(a);
  for (Term& term : terms) term.coefficient = checkedMultiply(term.coefficient, factor);
  return Dim::Expr::fromTerms(std::move(terms));
}

void collect(const Dim& dim, std::vector<std::string>& out) {
  for (const Term& term : Dim::Expr::termsOf(dim)) {
    for (const Factor& factor : term.monomial) {
      const Atom& atom = *factor.atom;
      if (atom.kind == Kind::symbol && std::find(out.begin(), out.end(), atom.name) == out.end()) {
        out.push_back(atom.name);
      }
      for (const Dim& operand : atom.operands) collect(operand, out);
    }
  }
}

}  // namespace

void throwTooLarge() {
  throw Error("a size expression is too large", "simplify the computation of shapes");
}

Dim::Dim(std::shared_ptr<const Expr> expr) : expr_(std::move(expr)) {}

Dim Dim::Expr::fromTerms(Terms terms) {
  terms = normalized(std::move(terms));
  if (terms.empty()) return 0;
  if (terms.size() == 1 && terms[0].monomial.empty()) return terms[0].coefficient;
  auto expr = std::make_shared<Expr>();
  for (const Term& term : terms) {
    if (degree(term.monomial) > kMaxDegree) throwTooLarge();
    expr->size += 1;
    for (const Factor& factor : term.monomial) {
      expr->size += 1;
      for (const Dim& operand : factor.atom->operands) {
        const Expr* inner = Expr::of(operand);
        expr->size += inner == nullptr ? 1 : inner->size;
        expr->depth = std::max(expr->depth, 1 + (inner == nullptr ? 0 : inner->depth));
      }
    }
  }
  if (terms.size() > kMaxTerms || expr->size > kMaxSize || expr->depth > kMaxDepth) {
    throwTooLarge();
  }
  expr->terms = std::move(terms);
  return Dim(std::shared_ptr<const Expr>(std::move(expr)));
}

Dim Dim::Expr::fromAtom(Atom atom) {
  return fromTerm({{{std::make_shared<const Atom>(std::move(atom)), 1}}, 1});
}

Terms Dim::Expr::termsOf(const Dim& dim) {
  if (dim.expr_ != nullptr) return dim.expr_->terms;
  return dim.value_ == 0 ? Terms{} : Terms{{{}, dim.value_}};
}

Dim Dim::symbol(const std::string& name) {
  if (!isIdentifier(name)) throw Error("'" + name + "' cannot be the name of a symbol");
  return Expr::fromAtom({Kind::symbol, name, {}});
}

std::int64_t Dim::constant() const {
  if (!isConstant()) throw InternalError("Dim::constant() of " + text());
  return value_;
}

std::optional<std::int64_t> Dim::asConstant() const {
  return isConstant() ? std::optional(value_) : std::nullopt;
}

std::optional<std::string> Dim::asSymbol() const {
  const Atom* atom = asAtom(*this, Kind::symbol);
  return atom == nullptr ? std::nullopt : std::optional(atom->name);
}

std::optional<std::pair<std::int64_t, std::string>> Dim::asMultipleOfSymbol() const {
  if (isConstant() || expr_->terms.size() != 1) return std::nullopt;
  const Term& term = expr_->terms[0];
  const Atom* atom = asAtom(term.monomial, Kind::symbol);
  if (atom == nullptr || term.coefficient < 1) return std::nullopt;
  return std::pair(term.coefficient, atom->name);
}

Dim operator+(const Dim& a, const Dim& b) {
  if (a.isConstant() && b.isConstant()) return checkedAdd(a.value_, b.value_);
  Terms terms = Dim::Expr::termsOf(a);
  Terms more = Dim::Expr::termsOf(b);
  terms.insert(terms.end(), more.begin(), more.end());
  return Dim::Expr::fromTerms(std::move(terms));
}

Dim operator-(const Dim& a, const Dim& b) {
  if (a.isConstant() && b.isConstant()) return checkedSubtract(a.value_, b.value_);
  return a + scaled(b, -1);
}

Dim operator*(const Dim& a, const Dim& b) {
  if (a.isConstant() && b.isConstant()) return checkedMultiply(a.value_, b.value_);
  if (a.isConstant()) return scaled(b, a.value_);
  if (b.isConstant()) return scaled(a, b.value_);
  if (a.expr_->terms.size() * b.expr_->terms.size() > kMaxTerms) throwTooLarge();
  Terms terms;
  for (const Term& left : a.expr_->terms) {
    for (const Term& right : b.expr_->terms) {
      terms.push_back({multiply(left.monomial, right.monomial),
                       checkedMultiply(left.coefficient, right.coefficient)});
    }
  }
  return Dim::Expr::fromTerms(std::move(terms));
}

bool Dim::operator==(const Dim& other) const { return compare(*this, other) == 0; }
bool Dim::operator<(const Dim& other) const { return compare(*this, other) < 0; }

void Dim::collectSymbols(std::vector<std::string>& out) const { collect(*this, out); }

Dim::Node Dim::node() const {
  if (isConstant()) return {Node::Kind::constant, value_, {}, {}};
  const Terms& terms = expr_->terms;
  Node result{Node::Kind::add, 0, {}, {}};
  if (terms.size() > 1) {
    for (const Term& term : terms) result.operands.push_back(Expr::fromTerm(term));
    return result;
  }
  const Term& term = terms[0];
  if (term.coefficient == 1 && degree(term.monomial) == 1) {
    const Atom& atom = *term.monomial[0].atom;
    return {atom.kind, 0, atom.name, atom.operands};
  }
  result.kind = Node::Kind::mul;
  if (term.coefficient != 1) result.operands.emplace_back(term.coefficient);
  for (const Factor& factor : term.monomial) {
    const Dim operand = Expr::fromTerm({{{factor.atom, 1}}, 1});
    result.operands.insert(result.operands.end(), static_cast<std::size_t>(factor.exponent),
                           operand);
  }
  return result;
}

Dim product(const std::vector<Dim>& dims) {
  Dim result = 1;
  for (const Dim& dim : dims) result = result * dim;
  return result;
}

}  // namespace mcc
