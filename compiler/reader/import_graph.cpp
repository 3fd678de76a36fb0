// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inputs and outputs of the program; its nodes are imported by import_nodes.
#include "compiler/reader/import_graph.h"

#include "compiler/reader/bytes.h"
#include "compiler/reader/import_names.h"
#include "compiler/reader/import_nodes.h"
#include "compiler/reader/import_scope.h"

namespace mcc {
namespace {

using exported::Argument;
using exported::InputSpec;
using exported::OutputSpec;

class ProgramImporter {
 public:
  ProgramImporter(const exported::ExportedProgram& program, const LoadTensor& load)
      : program_(program),
        load_(load),
        symbols_(program),
        scope_(program.module.graph, module_.graph, symbols_) {}

  Module run() {
    addSymbols();
    addUserInputs();
    addStored();
    importNodes(scope_);
    for (std::size_t i = 0; i < outputSpecs().size(); ++i) addOutput(i);
    symbols_.finish(module_);
    return std::move(module_);
  }

 private:
  struct UserInput {
    const InputSpec* spec;
    InputPath path;
    std::int64_t leaf;
  };

  const std::vector<OutputSpec>& outputSpecs() const { return program_.module.signature.outputs; }

  // User inputs that are passed at run time.
  std::vector<UserInput> userInputs() const {
    const std::vector<InputPath> paths = inputPaths(program_.module);
    std::vector<UserInput> out;
    std::size_t leaf = 0;
    for (const InputSpec& spec : program_.module.signature.inputs) {
      const bool isUser = spec.kind == InputSpec::Kind::userInput;
      if (!isUser && spec.kind != InputSpec::Kind::constantInput) continue;
      if (leaf >= paths.size()) throw Error("in_spec has fewer leaves than the program inputs");
      if (isUser && !valueNameOf(spec.argument).empty()) {
        out.push_back({&spec, paths[leaf], static_cast<std::int64_t>(leaf)});
      }
      ++leaf;
    }
    return out;
  }

  // All sizes first: types depend on which symbols the guards make equal.
  void addSymbols() {
    std::uint32_t index = 0;
    for (const auto& [spec, path, leaf] : userInputs()) {
      const exported::Graph& graph = program_.module.graph;
      const std::string name = valueNameOf(spec->argument);
      if (spec->argument.as<exported::TensorName>()) {
        const auto meta = graph.tensorValues.find(name);
        if (meta != graph.tensorValues.end()) {
          symbols_.addInput(index, path.name, path.source, meta->second.sizes);
        }
      } else if (spec->argument.as<exported::SymIntArgument>()) {
        const auto value = graph.symIntValues.find(name);
        if (value != graph.symIntValues.end()) {
          symbols_.addInteger(index, path.name, path.source, value->second);
        }
      }
      ++index;
    }
    symbols_.readGuards();
  }

  void addUserInputs() {
    for (const auto& [spec, path, leaf] : userInputs()) {
      const std::string name = valueNameOf(spec->argument);
      const bool isTensor = spec->argument.as<exported::TensorName>() != nullptr;
      TensorType type;
      if (isTensor) {
        type = scope_.typeOf(name);
        for (const Dim& dim : type.shape) symbols_.addNodeSymbols(dim);
      } else if (spec->argument.as<exported::SymIntArgument>()) {
        type.dtype = DType::i64;
      } else if (spec->argument.as<exported::SymFloatArgument>()) {
        type.dtype = DType::f64;
      } else {
        type.dtype = DType::boolean;
      }
      const ValueId value = module_.graph.addInput(name, type);
      module_.inputs.push_back({InputKind::user, path.name, nullptr, !isTensor});
      module_.inputs.back().leaf = leaf;
      if (spec->argument.as<exported::SymIntArgument>()) {
        scope_.define(name, {{}, scope_.dimOf(name)});
      } else {
        scope_.define(name, {value, {}});
      }
      inputNames_.push_back(name);
    }
  }

  // Parameters, buffers and constants that something reads or changes.
  void addStored() {
    std::set<std::string> used = namesRead(program_.module.graph);
    for (const OutputSpec& spec : outputSpecs()) {
      if (spec.kind == OutputSpec::Kind::bufferMutation) used.insert(bufferValue(spec.target));
    }
    for (const InputSpec& spec : program_.module.signature.inputs) {
      const std::string name = valueNameOf(spec.argument);
      const bool isStored = spec.kind == InputSpec::Kind::parameter ||
                            spec.kind == InputSpec::Kind::buffer ||
                            spec.kind == InputSpec::Kind::tensorConstant;
      if (used.count(name) == 0) continue;
      if (spec.kind == InputSpec::Kind::customObject) {
        throw Error("the program uses the script object " + quote(spec.target) +
                    ", which is not supported");
      }
      if (!isStored) continue;
      const ValueId value = module_.graph.addInput(name, scope_.typeOf(name));
      scope_.define(name, {value, {}});
      module_.graph[value].name = spec.target;  // as in the state dict
      module_.inputs.push_back({InputKind::state, spec.target, load_(spec), false});
      inputNames_.push_back(name);
    }
  }

  std::string bufferValue(const std::string& fqn) const {
    for (const InputSpec& spec : program_.module.signature.inputs) {
      if (spec.kind == InputSpec::Kind::buffer && spec.target == fqn) {
        return valueNameOf(spec.argument);
      }
    }
    throw Error("output_specs has a mutation of the unknown buffer " + quote(fqn));
  }

  std::uint32_t inputNamed(const std::string& value) const {
    for (std::uint32_t i = 0; i < inputNames_.size(); ++i) {
      if (inputNames_[i] == value) return i;
    }
    throw Error("output_specs has a mutation of " + quote(value) + ", which is no input");
  }

  void addOutput(std::size_t index) {
    const OutputSpec& spec = outputSpecs()[index];
    switch (spec.kind) {
      case OutputSpec::Kind::userOutput: return addUserOutput(spec);
      case OutputSpec::Kind::bufferMutation:
        return addMutation(spec, OutputKind::state, inputNamed(bufferValue(spec.target)));
      case OutputSpec::Kind::userInputMutation:
        return addMutation(spec, OutputKind::mutation, inputNamed(spec.target));
      case OutputSpec::Kind::token: return;
      case OutputSpec::Kind::parameterMutation:
      case OutputSpec::Kind::lossOutput:
      case OutputSpec::Kind::gradientToParameter:
      case OutputSpec::Kind::gradientToUserInput: break;
    }
    throw Error("the program trains its parameters (" + quote(spec.target) + "), it doesn't infer",
                "export the model in eval mode, without its loss");
  }

  void addMutation(const OutputSpec& spec, OutputKind kind, std::uint32_t target) {
    const ValueId value = importOutput(scope_, spec.argument, {});
    const std::string& name = module_.inputs[target].name;
    if (module_.graph[value].type.dtype !=
        module_.graph[module_.graph.inputs[target]].type.dtype) {
      throw Error("output_specs gives " + quote(name) + " another dtype than it has");
    }
    module_.graph.outputs.push_back(value);
    module_.outputs.push_back({kind, name, target, false});
  }

  void addUserOutput(const OutputSpec& spec) {
    if (names_.empty()) names_ = outputNames(program_.module);
    const std::size_t leaf = userOutputs_++;
    const std::string name = names_.at(leaf);
    const ValueId value = importOutput(scope_, spec.argument, {});
    if (!value.valid()) return;
    const bool isScalar = spec.argument.as<exported::TensorName>() == nullptr;
    module_.graph.outputs.push_back(value);
    module_.outputs.push_back({OutputKind::user, name, 0, isScalar});
    module_.outputs.back().leaf = static_cast<std::int64_t>(leaf);
  }

  const exported::ExportedProgram& program_;
  const LoadTensor& load_;
  Module module_;
  ImportSymbols symbols_;
  ImportScope scope_;
  std::vector<std::string> inputNames_;  // values of the file, parallel to module_.inputs
  std::vector<std::string> names_;       // of the user outputs
  std::size_t userOutputs_ = 0;
};

}  // namespace

Module importProgram(const exported::ExportedProgram& program, const LoadTensor& load) {
  return ProgramImporter(program, load).run();
}

}  // namespace mcc
