// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The textual form of a module: printed by dumps, parsed back by tests.
#pragma once
#include <map>
#include <string>

#include "ir/module.h"

namespace mcc {

// Constants by content hash; the text names them, the sidecar holds them.
using Sidecar = std::map<std::string, TensorRef>;

struct TextOptions {
  bool origins = true;  // trailing comments "// net.py:12 features.0 conv2d_3" (parsed back too)
};

// Prints every part of the module; equal modules print equally. Fills `sidecar` when not null.
// Value names are made unique by a suffix.
std::string print(const Module& module, Sidecar* sidecar = nullptr, const TextOptions& = {});

// Reads what print() writes; constants are looked up in `sidecar`. Error with line and column.
Module parse(const std::string& text, const Sidecar& sidecar);

// The sidecar as one binary file.
std::string writeSidecar(const Sidecar& sidecar);
Sidecar readSidecar(const std::string& bytes);

}  // namespace mcc
