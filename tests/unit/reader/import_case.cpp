// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assembly of exported programs for tests.
#include "tests/unit/reader/import_case.h"

#include "compiler/reader/import_graph.h"
#include "ir/text.h"

namespace mcc::test {

using exported::Argument;
using exported::InputSpec;
using exported::SymInt;

SymInt size(std::int64_t value) { return value; }
SymInt size(const std::string& expression) {
  return exported::Expression{expression, std::nullopt};
}

exported::TensorMeta meta(const SymSizes& sizes) {
  exported::TensorMeta out;
  out.dtype = exported::ScalarType::f32;
  out.sizes = sizes;
  out.device.type = "cpu";
  return out;
}

Argument tensor(const std::string& name) { return {exported::TensorName{name}}; }

Argument tensors(const std::vector<std::string>& names) {
  std::vector<exported::TensorName> list;
  for (const std::string& name : names) list.push_back({name});
  return {list};
}

Argument symInt(const std::string& name) {
  return {exported::SymIntArgument(exported::SymbolName{name})};
}

exported::NamedArgument named(const std::string& name, Argument argument) {
  return {name, std::move(argument), exported::ArgumentKind::positional};
}
exported::NamedArgument position(Argument argument) { return named("", std::move(argument)); }

void addValue(exported::Graph& graph, const std::string& name, const SymSizes& sizes) {
  graph.tensorValues[name] = meta(sizes);
}

void ImportCase::value(const std::string& name, const SymSizes& sizes) {
  addValue(graph(), name, sizes);
}

void ImportCase::input(const std::string& name, const SymSizes& sizes) {
  value(name, sizes);
  graph().inputs.push_back(tensor(name));
  program.module.signature.inputs.push_back({InputSpec::Kind::userInput, tensor(name), {}, true});
}

void ImportCase::integerInput(const std::string& name, const std::string& symbol) {
  graph().symIntValues[name] = size(symbol);
  graph().inputs.push_back(symInt(name));
  program.module.signature.inputs.push_back({InputSpec::Kind::userInput, symInt(name), {}, true});
}

void ImportCase::stored(InputSpec::Kind kind, const std::string& name, const std::string& fqn,
                        const SymSizes& sizes) {
  value(name, sizes);
  graph().inputs.push_back(tensor(name));
  program.module.signature.inputs.push_back({kind, tensor(name), fqn, true});
}

void ImportCase::node(const std::string& target, std::vector<exported::NamedArgument> inputs,
                      std::vector<Argument> outputs) {
  exported::Node node;
  node.target = target;
  node.inputs = std::move(inputs);
  node.outputs = std::move(outputs);
  for (const Argument& output : node.outputs) {
    if (const auto* name = output.as<exported::TensorName>()) {
      graph().tensorValues.emplace(name->name, meta({size(2)}));
      if (node.name.empty()) node.name = name->name;
    }
  }
  node.origin.node = node.name;
  graph().nodes.push_back(std::move(node));
}

void ImportCase::output(Argument argument) {
  graph().outputs.push_back(argument);
  program.module.signature.outputs.push_back(
      {exported::OutputSpec::Kind::userOutput, std::move(argument), {}});
}

ImportCase ImportCase::relu() {
  ImportCase c;
  c.input("x", {size(2)});
  c.node("torch.ops.aten.relu.default", {named("self", tensor("x"))}, {tensor("y")});
  c.output(tensor("y"));
  return c;
}

Module ImportCase::import() const {
  return importProgram(program, [&](const InputSpec& spec) {
    const auto& stored =
        program.module.graph.tensorValues.at(spec.argument.as<exported::TensorName>()->name);
    Sizes sizes;
    for (const SymInt& dim : stored.sizes) sizes.push_back(std::get<std::int64_t>(dim));
    return std::make_shared<const Tensor>(DType::f32, sizes);
  });
}

std::string ImportCase::text() const {
  TextOptions options;
  options.origins = false;
  return print(import(), nullptr, options);
}

std::string ImportCase::error() const {
  try {
    import();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace mcc::test
