// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings the parts of the reader together and checks them against each other.
#include "compiler/reader/model_file.h"

#include <algorithm>

#include "compiler/reader/export_json.h"

namespace mcc {
namespace {

using exported::Argument;
using exported::InputSpec;
using exported::OutputSpec;

// The specifications run parallel to the graph's own lists and name the same values.
template <class Spec>
void checkParallel(const std::vector<Spec>& specs, const std::vector<Argument>& values,
                   const std::string& what) {
  if (specs.size() != values.size()) {
    throw Error(what + " has " + std::to_string(specs.size()) + " entries for " +
                std::to_string(values.size()) + " values of the graph");
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string said = valueNameOf(specs[i].argument);
    const std::string found = valueNameOf(values[i]);
    if (said == found) continue;
    throw Error(what + "[" + std::to_string(i) + "] names the value " + quote(said) +
                ", the graph " + quote(found));
  }
}

void checkLeaves(const exported::TreeSpec& tree, std::int64_t leaves, const std::string& what) {
  if (tree.leafCount() == leaves) return;
  throw Error(what + " has " + std::to_string(tree.leafCount()) + " leaves, the signature " +
              std::to_string(leaves));
}

// What a mutation changes must be an input of that kind.
void checkMutation(const OutputSpec& spec, const std::vector<InputSpec>& inputs) {
  const auto changes = [&](OutputSpec::Kind output, InputSpec::Kind input) {
    if (spec.kind != output) return;
    for (const InputSpec& candidate : inputs) {
      const bool isUser = input == InputSpec::Kind::userInput;
      const std::string name = isUser ? valueNameOf(candidate.argument) : candidate.target;
      if (candidate.kind == input && name == spec.target) return;
    }
    throw Error("signature.output_specs has a mutation of " + quote(spec.target) +
                ", which is no such input");
  };
  changes(OutputSpec::Kind::bufferMutation, InputSpec::Kind::buffer);
  changes(OutputSpec::Kind::parameterMutation, InputSpec::Kind::parameter);
  changes(OutputSpec::Kind::userInputMutation, InputSpec::Kind::userInput);
}

void checkSignature(const exported::GraphModule& module) {
  const auto& signature = module.signature;
  checkParallel(signature.inputs, module.graph.inputs, "signature.input_specs");
  checkParallel(signature.outputs, module.graph.outputs, "signature.output_specs");
  for (const OutputSpec& spec : signature.outputs) checkMutation(spec, signature.inputs);
  if (!module.call) return;
  const auto passed =
      std::count_if(signature.inputs.begin(), signature.inputs.end(), [](const InputSpec& spec) {
        return spec.kind == InputSpec::Kind::userInput ||
               spec.kind == InputSpec::Kind::constantInput;
      });
  const auto returned =
      std::count_if(signature.outputs.begin(), signature.outputs.end(), [](const OutputSpec& spec) {
        return spec.kind == OutputSpec::Kind::userOutput ||
               spec.kind == OutputSpec::Kind::lossOutput;
      });
  checkLeaves(module.call->inputs, passed, "in_spec");
  checkLeaves(module.call->outputs, returned, "out_spec");
}

void checkPayloads(const exported::GraphModule& module, const Payloads& payloads) {
  for (const InputSpec& spec : module.signature.inputs) {
    const bool isStored = spec.kind == InputSpec::Kind::parameter ||
                          spec.kind == InputSpec::Kind::buffer ||
                          spec.kind == InputSpec::Kind::tensorConstant;
    if (!isStored) continue;
    const std::string value = valueNameOf(spec.argument);
    const auto meta = module.graph.tensorValues.find(value);
    if (meta == module.graph.tensorValues.end()) {
      throw Error("tensor_values has no entry for the graph input " + quote(value));
    }
    payloads.check(spec, meta->second);
  }
}

}  // namespace

ModelFile readModelFile(const std::filesystem::path& path, const std::string& model,
                        Diagnostics& diagnostics) {
  const Archive archive = Archive::open(path);
  const std::string record = archive.programRecord(model);
  const Bytes text = archive.read(record);
  ModelFile file{modelNameOf(record),
                 exported::parseExportedProgram(record, text.text(), diagnostics),
                 Payloads(archive, modelNameOf(record))};
  checkSignature(file.program.module);
  checkPayloads(file.program.module, file.payloads);
  return file;
}

}  // namespace mcc
