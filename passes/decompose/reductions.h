// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What reductions, statistics and losses share.
#pragma once
#include <string>
#include <vector>

#include "passes/decompose/rule.h"

namespace mcc {

// How many elements these axes of `shape` hold, as a 0-d number of that type.
ValueId countOf(AtenCall& call, const Shape& shape, const std::vector<std::int64_t>& axes,
                DType dtype);
// Mean over axes in x's type.
ValueId meanOver(AtenCall& call, ValueId x, const std::vector<std::int64_t>& axes, bool keep);
// Axes of an argument; all of them when it is None or empty.
std::vector<std::int64_t> axesArgument(const AtenCall& call, const std::string& name,
                                       std::int64_t rank);
// Argument keepdim; false where the operator has none or it was left out.
bool keepsDims(const AtenCall& call);

}  // namespace mcc
