// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// as_strided and its like read the memory behind a tensor, past the tensor's own elements and
// whatever their order. The graph has no strides; so in a program with such nodes, and only there,
// tensors that don't lie row-major are marked with what the file records of their memory.
#pragma once
#include "compiler/reader/export_program.h"
#include "compiler/reader/import_symbols.h"
#include "ir/graph.h"

namespace mcc {

// Whether a node of the graph, or of a graph nested in it, is of that kind.
bool readsMemory(const exported::Graph& graph);

// The value; where its elements don't fill their memory row-major from element 0 on, the result of
// an aten.alias node with further attributes:
//   order: permuted by these axes, the value lies row-major. None: its memory has gaps, or several
//     elements in one place, or the file doesn't say
//   offset: where in the memory the value begins, in elements
ValueId markMemory(Graph& graph, ValueId value, const exported::TensorMeta& meta,
                   ImportSymbols& symbols);

// Writes a storage_offset that the node leaves out into its arguments: where its operand begins.
// Error for a scatter into a tensor of which several elements are one in memory.
void settleStorageOffset(const exported::Graph& graph, const exported::Node& source,
                         ImportSymbols& symbols, Node& node);

// The offset of a slice that begins at a position from data is recorded as a symbol that nothing
// gives a value to: here it gets it, from the offset and the strides of the slice's operand.
void followOffset(const exported::Graph& graph, const exported::Node& source,
                  ImportSymbols& symbols, const Node& node);

}  // namespace mcc
