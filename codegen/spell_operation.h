// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pointwise operation as C++ text.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "ir/ops/pointwise.h"
#include "ir/program.h"

namespace mcc {

struct Spelled {
  std::string text;
  bool isCompound = false;  // needs parentheses as an operand
  bool isNumber = false;    // a literal, and not NaN
};

// The type that values of an element type are computed in: float for f16 and bf16.
std::string computeType(DType dtype);

// An operand as loaded from memory (`text` has the storage type), in its compute type.
Spelled loadValue(const std::string& text, DType dtype, bool isVector,
                  std::set<std::string>& roots);

// An operation on spelled operands of these types. Adds the runtime_support functions it calls.
Spelled spellOperation(const Expression::Operation& operation, const std::vector<Spelled>& operands,
                       const std::vector<DType>& types, bool isVector,
                       std::set<std::string>& roots);

// A value of compute type as the storage type.
std::string spellResult(const std::string& text, DType dtype, bool isVector,
                        std::set<std::string>& roots);

// A number as it is stored: f16 and bf16 as their bits.
std::string storedLiteral(const Attribute& value, DType dtype);

}  // namespace mcc
