// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rebuilds a graph without writes in place.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ir/schemas.h"
#include "passes/functionalize/alias_map.h"

namespace mcc {

// Whether the graph, or a region in it, writes in place or has regions to inline.
bool needsRewriting(const Graph& graph);

// What a graph became.
struct Rewritten {
  Graph graph;
  std::vector<ValueId> finalInputs;  // per input: what it holds at the end, none when not written
};

// Error where a write can't be followed.
Rewritten rewriteWrites(const Graph& source);

}  // namespace mcc
