// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of symbolic sizes: exact rational values and the functions that a size may use.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "ir/dim.h"

namespace mcc {

// A rational value over / under. A size as a whole is an integer, so there the denominator divides
// the numerator whatever the symbols are.
struct Fraction {
  Dim over = 1;
  Dim under = 1;
  // A quotient that Python rounds to a float. What rounds it to an integer gives what exact
  // arithmetic gives (below 2^52); any other use might not, and is refused.
  bool isRounded = false;
};

Dim floorOf(const Fraction& value);
// The numerator of an integer. Throws Error for a fraction.
Dim wholeOf(const Fraction& value);

struct SizeFunction {
  const char* name;
  std::size_t fewest, most;  // arguments
  Fraction (*apply)(const std::vector<Fraction>& arguments);
};

// By its name in sympy, torch.utils._sympy.functions or Python. Throws Error when it is unknown or
// beyond what a Dim can express.
const SizeFunction& sizeFunction(const std::string& name);

// Literals. Throw Error when the integer leaves int64, or a float may round in products with sizes.
Fraction integerLiteral(const std::string& digits);
Fraction realLiteral(const std::string& text);

}  // namespace mcc
