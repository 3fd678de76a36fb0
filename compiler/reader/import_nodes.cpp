// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One node at a time: kind, arguments, results.
#include "compiler/reader/import_nodes.h"

#include <algorithm>
#include <cstdio>

#include "compiler/reader/bytes.h"
#include "compiler/reader/import_arguments.h"
#include "compiler/reader/import_memory.h"
#include "compiler/reader/import_names.h"
#include "compiler/reader/import_regions.h"
#include "compiler/reader/import_strides.h"
#include "ir/builder.h"

namespace mcc {
namespace {

using exported::Argument;
using exported::SymbolName;
using exported::TensorName;

// "aten.conv2d.default" for "torch.ops.aten.conv2d.default"; others stay as they are.
std::string targetOf(const exported::Node& node) {
  constexpr std::string_view kOpsPrefix = "torch.ops.";
  return node.target.starts_with(kOpsPrefix) ? node.target.substr(kOpsPrefix.size()) : node.target;
}

// Whether a node computes nothing but integers from integers and shapes.
bool isSizeArithmetic(const std::string& target, const exported::Node& node) {
  constexpr std::string_view kPrefixes[] = {"_operator.", "math.", "torch.sym_", "torch._sym_",
                                            "aten.sym_"};
  const auto isPrefix = [&](std::string_view prefix) { return target.starts_with(prefix); };
  if (std::none_of(std::begin(kPrefixes), std::end(kPrefixes), isPrefix)) return false;
  return !node.outputs.empty() &&
         std::all_of(node.outputs.begin(), node.outputs.end(), [](const Argument& output) {
           return output.as<exported::SymIntArgument>() != nullptr;
         });
}

bool readsInteger(const std::string& target, const exported::Node& node) {
  return (target == "aten.item.default" || target == "aten._local_scalar_dense.default") &&
         node.outputs.size() == 1 && node.outputs[0].as<exported::SymIntArgument>() != nullptr;
}

// A result that has a name.
struct Result {
  std::string name;
  TensorType type;
  bool isInteger = false;
};

void addTensors(const ImportScope& scope, const std::vector<TensorName>& names,
                std::vector<Result>& results) {
  for (const TensorName& tensor : names) {
    results.push_back({tensor.name, scope.typeOf(tensor.name), false});
  }
}

void addResult(const ImportScope& scope, const Argument& output, std::vector<Result>& results) {
  const std::string name = valueNameOf(output);
  if (const auto* tensors = output.as<std::vector<TensorName>>()) {
    addTensors(scope, *tensors, results);
  } else if (output.as<TensorName>()) {
    results.push_back({name, scope.typeOf(name), false});
  } else if (output.as<exported::SymIntArgument>() && !name.empty()) {
    results.push_back({name, {DType::i64, {}, {}}, true});
  } else if (output.as<exported::SymFloatArgument>() && !name.empty()) {
    results.push_back({name, {DType::f64, {}, {}}, false});
  } else if (output.as<exported::SymBoolArgument>() && !name.empty()) {
    results.push_back({name, {DType::boolean, {}, {}}, false});
  } else {
    throw Error(std::string("a result of the kind ") + exported::tagOf(output) +
                " is not supported");
  }
}

std::vector<Result> resultsOf(const ImportScope& scope, const exported::Node& node) {
  std::vector<Result> results;
  // Some writers give operators without results one None.
  if (node.outputs.size() == 1 && node.outputs[0].as<exported::None>()) return results;
  for (const Argument& output : node.outputs) addResult(scope, output, results);
  return results;
}

bool fits(const SchemaType& type, const Argument& output) {
  if (output.as<std::vector<TensorName>>()) return type.list;
  if (output.as<TensorName>()) return type.kind == SchemaType::Kind::tensor && !type.list;
  return type.kind != SchemaType::Kind::tensor;
}

void checkResults(const exported::Node& source, const Schema& schema) {
  const bool isNone = source.outputs.size() == 1 && source.outputs[0].as<exported::None>();
  const std::size_t count = isNone ? 0 : source.outputs.size();
  if (count != schema.returns.size()) {
    throw Error(schema.target + ": the operator has " + std::to_string(schema.returns.size()) +
                " results, the file names " + std::to_string(count));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (fits(schema.returns[i].type, source.outputs[i])) continue;
    throw Error(schema.target + ": result " + std::to_string(i) + " can't be " +
                exported::tagOf(source.outputs[i]));
  }
}

// Torch before 2.14 recorded the states of an LSTM with sizes they don't have.
bool recordsWrongSizes(const std::string& target, const exported::ExportedProgram& program) {
  if (target != "aten.lstm.input") return false;
  int major = 0;
  int minor = 0;
  const char* version = program.torchVersion.c_str();
  if (std::sscanf(version, "%d.%d", &major, &minor) < 2) return true;
  return std::pair(major, minor) < std::pair(2, 14);
}

class NodeImporter {
 public:
  NodeImporter(ImportScope& scope, const exported::Node& source)
      : scope_(scope), source_(source), target_(targetOf(source)) {}

  void run() {
    if (isSizeArithmetic(target_, source_)) {
      defineSizes();
    } else if (readsInteger(target_, source_)) {
      scope_.bindInteger(valueNameOf(source_.outputs[0]), importNode(false).inputs.at(0),
                         source_.origin);
    } else {
      append(importNode(true));
    }
  }

 private:
  // The arguments are read for their checks only: the file states the result's expression.
  void defineSizes() {
    importNode(false);
    for (const Argument& output : source_.outputs) {
      const std::string name = valueNameOf(output);
      if (name.empty()) continue;
      const Dim dim = scope_.dimOf(name);
      scope_.symbols().addNodeSymbols(dim);  // decompose refuses those that get no value
      scope_.define(name, {{}, dim});
    }
  }

  Node importNode(bool withResults) {
    Node node;
    node.op = Op::aten;
    node.target = target_;
    node.origin = source_.origin;
    const auto schema = findSchema(target_);
    importArguments(scope_, source_, schema.get(), node);
    if (schema != nullptr && withResults) checkResults(source_, *schema);
    markCopies(scope_.source(), source_, node);
    if (recordsWrongSizes(target_, scope_.symbols().program())) {
      node.attributes.set("unreliable", true);
    }
    settleStorageOffset(scope_.source(), source_, scope_.symbols(), node);
    followOffset(scope_.source(), source_, scope_.symbols(), node);
    return node;
  }

  void append(Node node) {
    const std::vector<Result> results = resultsOf(scope_, source_);
    std::vector<TensorType> types;
    for (const Result& result : results) {
      for (const Dim& dim : result.type.shape) scope_.symbols().addNodeSymbols(dim);
      types.push_back(result.type);
    }
    Graph& graph = scope_.target();
    const NodeId id = graph.append(std::move(node), types);
    checkRegions(graph, graph[id]);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const ValueId value = graph[id].outputs[i];
      graph[value].name = results[i].name;
      if (results[i].isInteger) {
        scope_.bindInteger(results[i].name, value, source_.origin);
      } else {
        scope_.define(results[i].name, {value, {}});
      }
    }
  }

  ImportScope& scope_;
  const exported::Node& source_;
  std::string target_;
};

}  // namespace

void importNodes(ImportScope& scope) {
  for (const exported::Node& node : scope.source().nodes) {
    try {
      NodeImporter(scope, node).run();
    } catch (Error& error) {
      if (error.origin == Origin{}) error.origin = node.origin;
      throw;
    }
  }
}

ValueId importOutput(ImportScope& scope, const Argument& output, const Origin& origin) {
  const std::string name = valueNameOf(output);
  if (!name.empty()) return scope.tensor(name, origin);
  Builder builder(scope.target(), {}, origin);
  if (output.as<exported::None>()) return {};
  if (const auto* boolean = output.as<bool>()) {
    return builder.full(*boolean, DType::boolean, {});
  }
  if (const auto* integer = output.as<std::int64_t>()) {
    return builder.scalar(*integer, DType::i64);
  }
  if (const auto* real = output.as<double>()) return builder.scalar(*real, DType::f64);
  throw Error(std::string("an output of the kind ") + exported::tagOf(output) +
              " is not supported");
}

}  // namespace mcc
