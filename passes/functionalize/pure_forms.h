// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an operator that writes in place would write, as a value.
#pragma once
#include <string>

#include "ir/builder.h"
#include "ir/schemas.h"

namespace mcc {

// The new contents of operand 0 of `node`, an operator named like "add_" whose operands are values
// of builder.graph(), in that operand's type. Error when the operator has no pure form.
ValueId pureForm(Builder& builder, const Node& node);

// "aten.transpose.int" for "aten.transpose_.default" and other operators that change a tensor's
// shape and leave its elements; empty for all others.
std::string viewInPlace(const std::string& target);

}  // namespace mcc
