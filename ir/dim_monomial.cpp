// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of Dims and the arithmetic of monomials.
#include <algorithm>

#include "ir/dim_expr.h"

namespace mcc {

namespace {

// Calls visit(atom, exponent in a, exponent in b) for each atom of either, ascending.
template <typename Visit>
void merge(const Monomial& a, const Monomial& b, Visit visit) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    const auto order = left == a.end()    ? std::strong_ordering::greater
                       : right == b.end() ? std::strong_ordering::less
                                          : compare(*left->atom, *right->atom);
    const auto& atom = order <= 0 ? left->atom : right->atom;
    const std::int64_t inA = order <= 0 ? left->exponent : 0;
    const std::int64_t inB = order >= 0 ? right->exponent : 0;
    visit(atom, inA, inB);
    if (order <= 0) ++left;
    if (order >= 0) ++right;
  }
}

template <typename Combine>
Monomial combine(const Monomial& a, const Monomial& b, Combine combineExponents) {
  Monomial result;
  merge(a, b, [&](const std::shared_ptr<const Atom>& atom, std::int64_t inA, std::int64_t inB) {
    const std::int64_t exponent = combineExponents(inA, inB);
    if (exponent > 0) result.push_back({atom, exponent});
  });
  return result;
}

}  // namespace

std::strong_ordering compare(const Atom& a, const Atom& b) {
  if (&a == &b) return std::strong_ordering::equal;
  if (a.kind != b.kind) return a.kind <=> b.kind;
  if (const int names = a.name.compare(b.name); names != 0) return names <=> 0;
  for (std::size_t i = 0; i < std::min(a.operands.size(), b.operands.size()); ++i) {
    if (const auto order = compare(a.operands[i], b.operands[i]); order != 0) return order;
  }
  return a.operands.size() <=> b.operands.size();
}

std::strong_ordering compare(const Monomial& a, const Monomial& b) {
  if (const auto order = degree(a) <=> degree(b); order != 0) return order;
  auto result = std::strong_ordering::equal;
  merge(a, b, [&](const std::shared_ptr<const Atom>&, std::int64_t inA, std::int64_t inB) {
    if (result == 0) result = inA <=> inB;
  });
  return result;
}

std::strong_ordering compare(const Dim& a, const Dim& b) {
  const Dim::Expr* left = Dim::Expr::of(a);
  const Dim::Expr* right = Dim::Expr::of(b);
  if (left == right && left != nullptr) return std::strong_ordering::equal;
  if (left == nullptr || right == nullptr) {
    if (left == right) return a.constant() <=> b.constant();
    return left == nullptr ? std::strong_ordering::greater : std::strong_ordering::less;
  }
  for (std::size_t i = 0; i < std::min(left->terms.size(), right->terms.size()); ++i) {
    const Term& s = left->terms[i];
    const Term& t = right->terms[i];
    if (const auto order = compare(t.monomial, s.monomial); order != 0) return order;
    if (s.coefficient != t.coefficient) return s.coefficient <=> t.coefficient;
  }
  return left->terms.size() <=> right->terms.size();
}

std::int64_t degree(const Monomial& monomial) {
  std::int64_t sum = 0;
  for (const Factor& factor : monomial) sum += factor.exponent;
  return sum;
}

Monomial multiply(const Monomial& a, const Monomial& b) {
  return combine(a, b, [](std::int64_t inA, std::int64_t inB) { return inA + inB; });
}

bool divides(const Monomial& divisor, const Monomial& of) {
  bool result = true;
  merge(divisor, of, [&](const std::shared_ptr<const Atom>&, std::int64_t need, std::int64_t have) {
    result = result && need <= have;
  });
  return result;
}

Monomial divide(const Monomial& a, const Monomial& by) {
  return combine(a, by, [](std::int64_t inA, std::int64_t inBy) { return inA - inBy; });
}

Monomial commonFactor(const Monomial& a, const Monomial& b) {
  return combine(a, b, [](std::int64_t inA, std::int64_t inB) { return std::min(inA, inB); });
}

const Atom* asAtom(const Monomial& monomial, Dim::Node::Kind kind) {
  if (monomial.size() != 1 || monomial[0].exponent != 1) return nullptr;
  return monomial[0].atom->kind == kind ? monomial[0].atom.get() : nullptr;
}

const Atom* asAtom(const Dim& dim, Dim::Node::Kind kind) {
  const Dim::Expr* expr = Dim::Expr::of(dim);
  if (expr == nullptr || expr->terms.size() != 1 || expr->terms[0].coefficient != 1) return nullptr;
  return asAtom(expr->terms[0].monomial, kind);
}

}  // namespace mcc
