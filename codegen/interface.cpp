// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of everything public, made unique in one place.
#include "codegen/interface.h"

#include <algorithm>

#include "codegen/names.h"

namespace mcc {
namespace {

// Names that Call and run use themselves.
std::set<std::string> reservedFields() {
  return {"arena", "hooks", "dims", "results", "state", "weights", "call", "run", "reset", "abi",
          "signature"};
}

bool isMutated(const Module& module, std::size_t input) {
  return std::any_of(module.outputs.begin(), module.outputs.end(), [&](const OutputInfo& output) {
    return output.kind == OutputKind::mutation && output.target == input;
  });
}

void addInput(Interface& result, UniqueNames& names, UniqueNames& stateNames, const Module& module,
              std::size_t i) {
  const InputInfo& info = module.inputs[i];
  const TensorType& type = module.graph[module.graph.inputs[i]].type;
  if (info.kind == InputKind::state) {
    result.state.push_back({stateNames(info.name, "buffer"), cppType(type.dtype), type,
                            static_cast<std::uint32_t>(i), info.initial});
    return;
  }
  result.inputs.push_back({names(info.name, "input"), cppType(type.dtype), type, false,
                           isMutated(module, i), info.isScalar, static_cast<std::uint32_t>(i)});
}

void addSymbol(Interface& result, UniqueNames& names, const std::string& symbol,
               const Symbol& info) {
  const std::string field = names(info.name.empty() ? symbol : info.name, "size");
  result.symbols.push_back({symbol, field, pascalCase(field), info,
                            info.source == Symbol::Source::node});
  result.symbolNames[symbol] = field;
}

}  // namespace

bool Interface::hasDims() const {
  return std::any_of(symbols.begin(), symbols.end(),
                     [](const SymbolField& s) { return !s.isResult; });
}

bool Interface::hasResults() const {
  return std::any_of(symbols.begin(), symbols.end(),
                     [](const SymbolField& s) { return s.isResult; });
}

Interface interfaceOf(const Module& module) {
  Interface result;
  UniqueNames names(reservedFields());
  UniqueNames stateNames;
  for (std::size_t i = 0; i < module.inputs.size(); ++i) {
    addInput(result, names, stateNames, module, i);
  }
  for (std::size_t i = 0; i < module.outputs.size(); ++i) {
    const OutputInfo& info = module.outputs[i];
    if (info.kind != OutputKind::user) continue;
    const TensorType& type = module.graph[module.graph.outputs[i]].type;
    result.outputs.push_back({names(info.name, "output"), cppType(type.dtype), type, true, false,
                              info.isScalar, static_cast<std::uint32_t>(i)});
  }
  for (const auto& [symbol, info] : module.symbols) addSymbol(result, names, symbol, info);
  return result;
}

std::string headerName(const PrintOptions& options) { return options.stem + ".h"; }

}  // namespace mcc
