// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading, then renaming and bounding of symbols.
#include "compiler/read_model.h"

#include "compiler/reader/read_module.h"

namespace mcc {
namespace {

// A symbol by its exported name ("s77") or the one shown to users ("x_0").
Symbol& symbolOf(Module& module, const std::string& name, const char* option) {
  const auto exported = module.symbols.find(name);
  if (exported != module.symbols.end()) return exported->second;
  std::string known;
  for (auto& [symbol, info] : module.symbols) {
    if (info.name == name) return info;
    known += (known.empty() ? "" : ", ") + (info.name.empty() ? symbol : info.name);
  }
  throw Error(std::string(option) + " " + name + ": the model has no such dimension",
              known.empty() ? "all its sizes are fixed" : "its dimensions are: " + known);
}

}  // namespace

Module readModel(const Options& options, Diagnostics& diagnostics) {
  if (options.model.empty())
    throw Error("no model given", "mcc MODEL -o model.cpp; see mcc --help");
  ReadOptions read;
  read.model = options.modelName;
  Module module = readModule(options.model, read, diagnostics);
  for (const auto& [name, value] : options.max) {
    Symbol& symbol = symbolOf(module, name, "--max");
    if (value < symbol.range.min) {
      throw Error("--max " + name + ": the dimension is at least " +
                  std::to_string(symbol.range.min));
    }
    symbol.range.max = std::min(symbol.range.max, value);
  }
  for (const auto& [name, wanted] : options.dimNames) symbolOf(module, name, "--dim").name = wanted;
  return module;
}

}  // namespace mcc
