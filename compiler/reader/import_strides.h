// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strides that the file records decide whether reshape, contiguous and to give a view or a copy,
// which matters once something is written in place. The graph has no strides, so that the answer
// is noted on the node.
#pragma once
#include "compiler/reader/export_program.h"
#include "ir/graph.h"

namespace mcc {

// Sets the attribute "copies" to true on a node of those operators whose result doesn't share
// memory with its first operand.
void markCopies(const exported::Graph& graph, const exported::Node& source, Node& node);

}  // namespace mcc
