// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exported program as data to a Module of Op::aten nodes.
#pragma once
#include <functional>
#include <string>

#include "compiler/reader/export_program.h"
#include "ir/module.h"

namespace mcc {

// The tensor behind a parameter, buffer or constant of the signature.
using LoadTensor = std::function<TensorRef(const exported::InputSpec& spec)>;

// User inputs come first, in PyTorch's order without None and constants; then every parameter,
// buffer and constant that is read enters as an input of InputKind::state: which of them the
// program changes is for functionalize to find out. Values keep the file's names. What becomes of
// nodes, names, symbols and guards: import_nodes.h, import_names.h, import_symbols.h.
// Throws Error, with the node's origin, on what contradicts itself or can't be compiled.
Module importProgram(const exported::ExportedProgram& program, const LoadTensor& load);

}  // namespace mcc
