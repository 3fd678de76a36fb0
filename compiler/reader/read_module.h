// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A MODEL argument to a Module: the reader's entry.
#pragma once
#include <filesystem>
#include <string>

#include "ir/module.h"

namespace mcc {

struct ReadOptions {
  std::string model;  // which program of the archive; may be empty when there is one
};

// Reads what torch.export.save wrote: a module of Op::aten nodes (Stage::imported), whose
// parameters and buffers are inputs of InputKind::state until functionalize has run. Throws Error;
// warnings go to `diagnostics`.
Module readModule(const std::filesystem::path& path, const ReadOptions& options,
                  Diagnostics& diagnostics);

}  // namespace mcc
