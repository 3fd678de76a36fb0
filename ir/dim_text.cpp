// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dims as text, by Python's rules: "2*s0 + 1", "(s0 + 1)//2", "s0%4", "max(s0, 4)".
#include <string>
#include <vector>

#include "ir/dim_expr.h"

namespace mcc {

namespace {

using Kind = Dim::Node::Kind;

bool isDivision(const Atom& atom) { return atom.kind == Kind::floordiv || atom.kind == Kind::mod; }

// An operand of // or %: bare when it is a symbol, a call or a number that isn't negative.
std::string operandText(const Dim& dim) {
  const bool bare = dim.isConstant() ? dim.constant() >= 0
                                     : asAtom(dim, Kind::symbol) != nullptr ||
                                           asAtom(dim, Kind::max) != nullptr ||
                                           asAtom(dim, Kind::min) != nullptr;
  return bare ? dim.text() : "(" + dim.text() + ")";
}

std::string atomText(const Atom& atom) {
  if (atom.kind == Kind::symbol) return atom.name;
  if (isDivision(atom)) {
    const char* sign = atom.kind == Kind::mod ? "%" : "//";
    return operandText(atom.operands[0]) + sign + operandText(atom.operands[1]);
  }
  std::string result = atom.kind == Kind::max ? "max(" : "min(";
  for (std::size_t i = 0; i < atom.operands.size(); ++i) {
    result += (i == 0 ? "" : ", ") + atom.operands[i].text();
  }
  return result + ")";
}

// `coefficient` is that of the term, or its negation where the sign is printed before.
std::string termText(const Term& term, std::int64_t coefficient) {
  if (term.monomial.empty()) return std::to_string(coefficient);
  const bool alone = coefficient == 1 && degree(term.monomial) == 1;
  std::string result = coefficient == 1    ? ""
                       : coefficient == -1 ? "-"
                                           : std::to_string(coefficient) + "*";
  for (std::size_t i = 0; i < term.monomial.size(); ++i) {
    const Factor& factor = term.monomial[i];
    const std::string atom = atomText(*factor.atom);
    if (i > 0) result += "*";
    result += isDivision(*factor.atom) && !alone ? "(" + atom + ")" : atom;
    if (factor.exponent > 1) result += "**" + std::to_string(factor.exponent);
  }
  return result;
}

}  // namespace

std::string Dim::text() const {
  if (isConstant()) return std::to_string(value_);
  std::string result;
  for (const Term& term : expr_->terms) {
    const bool subtract = !result.empty() && term.coefficient < 0 && term.coefficient != INT64_MIN;
    if (!result.empty()) result += subtract ? " - " : " + ";
    result += termText(term, subtract ? -term.coefficient : term.coefficient);
  }
  return result;
}

std::string text(const std::vector<Dim>& dims) {
  std::string result = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) result += (i == 0 ? "" : ", ") + dims[i].text();
  return result + "]";
}

}  // namespace mcc
