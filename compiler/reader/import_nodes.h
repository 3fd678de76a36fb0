// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes of an exported graph to Op::aten nodes.
#pragma once
#include "compiler/reader/import_scope.h"

namespace mcc {

// Appends every node of the scope's graph. Nodes that only compute sizes vanish: their results are
// Dims. Nodes that read an integer from a tensor become bind_symbol. Operators without a schema are
// kept, with the argument names of the file. Errors have the node's origin.
void importNodes(ImportScope& scope);

// The value of a graph output; literals become `full`. None when the output is None.
ValueId importOutput(ImportScope& scope, const exported::Argument& output, const Origin& origin);

}  // namespace mcc
