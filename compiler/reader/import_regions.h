// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nested graphs: bodies of cond, while_loop, scan and their like.
#pragma once
#include "compiler/reader/import_scope.h"

namespace mcc {

// The graph with inputs and outputs in the file's order. Integers cross its border as 0-d i64
// tensors, floats and bools as 0-d f64 and bool.
Graph importRegion(const exported::Graph& source, ImportSymbols& symbols, const Origin& origin);

// That the regions of a higher-order operator fit its operands and results. Errors name it.
void checkRegions(const Graph& graph, const Node& node);

}  // namespace mcc
