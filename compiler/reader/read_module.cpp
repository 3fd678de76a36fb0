// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the reader's rooms in a row.
#include "compiler/reader/read_module.h"

#include "compiler/reader/import_graph.h"
#include "compiler/reader/model_file.h"

namespace mcc {

Module readModule(const std::filesystem::path& path, const ReadOptions& options,
                  Diagnostics& diagnostics) {
  ModelFile file = readModelFile(path, options.model, diagnostics);
  const LoadTensor load = [&](const exported::InputSpec& spec) {
    return file.payloads.load(spec);
  };
  Module module = importProgram(file.program, load);
  module.name = path.stem().string();
  return module;
}

}  // namespace mcc
