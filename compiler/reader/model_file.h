// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A MODEL argument, read and checked as far as that goes without knowing any operator.
#pragma once
#include <filesystem>
#include <string>

#include "compiler/reader/export_program.h"
#include "compiler/reader/payloads.h"

namespace mcc {

struct ModelFile {
  std::string model;  // the name in the archive, mostly "model"
  exported::ExportedProgram program;
  Payloads payloads;
};

// Opens `path`, reads the program called `model` (may be empty when there is only one) and checks
// that the signature fits the graph, the tree specs and the payload tables. No weight is read yet.
// Throws Error.
ModelFile readModelFile(const std::filesystem::path& path, const std::string& model,
                        Diagnostics& diagnostics);

}  // namespace mcc
