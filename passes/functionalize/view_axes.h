// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes that view operators name in various ways.
#pragma once
#include <vector>

#include "ir/graph.h"

namespace mcc {

// Of an operator that permutes: dimension d of its result is dimension axes[d] of its operand.
std::vector<std::int64_t> viewAxes(const Node& node, std::int64_t rank);

// Of an operator that cuts along one axis: which one.
std::int64_t viewAxis(const Node& node, std::int64_t rank);

}  // namespace mcc
