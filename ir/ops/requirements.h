// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What infer functions demand of operands, with messages that name the operator and the sizes.
#pragma once
#include <string>

#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {

// Error "<operator>: <message>" unless `holds`.
inline void require(const OpView& view, bool holds, const std::string& message) {
  if (!holds) throw Error(std::string(name(view.node.op)) + ": " + message);
}

// True when two sizes are different whatever the symbols are.
inline bool surelyDiffer(const Dim& a, const Dim& b) {
  const Dim difference = a - b;
  return difference.isConstant() && difference.constant() != 0;
}

inline void requireSize(const OpView& view, const Dim& got, const Dim& wanted,
                        const std::string& what) {
  if (surelyDiffer(got, wanted)) {
    require(view, false, what + " is " + got.text() + " but must be " + wanted.text());
  }
}

inline void requireShape(const OpView& view, const Shape& got, const Shape& wanted,
                         const std::string& what) {
  bool fits = got.size() == wanted.size();
  for (std::size_t d = 0; fits && d < got.size(); ++d) fits = !surelyDiffer(got[d], wanted[d]);
  if (!fits) {
    require(view, false, "shape of " + what + " is " + text(got) + " but must be " + text(wanted));
  }
}

inline void requireRank(const OpView& view, std::size_t operand, std::int64_t low,
                        std::int64_t high, const std::string& what) {
  const std::int64_t rank = view.input(operand).rank();
  if (rank < low || rank > high) {
    require(view, false, what + " has " + std::to_string(rank) + " dimensions, shape " +
                             text(view.input(operand).shape));
  }
}

inline void requireReal(const OpView& view, std::size_t operand) {
  require(view, isFloat(view.input(operand).dtype),
          std::string("needs floating-point operands, not ") + name(view.input(operand).dtype));
}

// All present operands from `first` to `last` have the dtype of operand 0.
inline void requireSameDtype(const OpView& view, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) {
    if (!view.has(i) || view.input(i).dtype == view.input(0).dtype) continue;
    require(view, false, std::string("operands have types ") + name(view.input(0).dtype) +
                             " and " + name(view.input(i).dtype));
  }
}

// Operand i, when present, is a vector of `size` elements.
inline void requireVector(const OpView& view, std::size_t i, const Dim& size,
                          const std::string& what) {
  if (view.has(i)) requireShape(view, view.input(i).shape, {size}, what);
}

}  // namespace mcc
