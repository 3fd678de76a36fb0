// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A torch.export program as plain data, field by field as in the file. What a field means:
// torch's export schema; here is said only what differs. Nothing is resolved or checked beyond the
// form: that is the importer's part.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/reader/export_argument.h"
#include "compiler/reader/export_signature.h"
#include "ir/diagnostics.h"

namespace mcc::exported {

// The value that an argument or specification names; empty for literals and lists.
std::string valueNameOf(const Argument& argument);

struct TensorMeta {
  ScalarType dtype = ScalarType::unknown;
  std::vector<SymInt> sizes;
  std::vector<SymInt> strides;  // in elements; empty when the file has none
  SymInt storageOffset = 0;
  bool requiresGrad = false;
  Device device;
  Layout layout = Layout::strided;
};

enum class ArgumentKind : std::uint8_t { unknown, positional, keyword };

struct NamedArgument {
  std::string name;  // of the schema's parameter; empty in higher-order operators
  Argument argument;
  ArgumentKind kind = ArgumentKind::unknown;
};

struct Node {
  std::string name;    // the file's, else (torch before 2.11) the first output's
  std::string target;  // "torch.ops.aten.conv2d.default"
  std::vector<NamedArgument> inputs;
  std::vector<Argument> outputs;
  std::optional<bool> isHopSingleTensorReturn;
  Origin origin;
};

struct Graph {
  std::vector<Argument> inputs;
  std::vector<Argument> outputs;
  std::vector<Node> nodes;
  std::map<std::string, TensorMeta> tensorValues;
  std::map<std::string, SymInt> symIntValues;
  std::map<std::string, SymFloat> symFloatValues;
  std::map<std::string, SymBool> symBoolValues;
  std::map<std::string, CustomObject> customObjectValues;
  bool isSingleTensorReturn = false;
};

// What the graph records of the tensor that an argument names; null: it names none.
const TensorMeta* metaOf(const Graph& graph, const Argument& argument);

struct GraphModule {
  Graph graph;
  GraphSignature signature;
  std::optional<CallSignature> call;
  std::map<std::string, std::vector<std::string>> namedTupleFields;  // type name -> fields
};

struct RangeConstraint {
  std::optional<std::int64_t> min, max;  // nothing: unbounded
};

struct ExportedProgram {
  GraphModule module;
  std::map<std::string, RangeConstraint> rangeConstraints;  // key: symbol or expression
  std::vector<std::string> guards;                          // Python expressions, see symbols.h
  std::map<std::string, std::int64_t> opsetVersion;
  std::int64_t schemaMajor = 0;
  std::int64_t schemaMinor = 0;
  std::vector<std::string> verifiers;  // "TRAINING", "ATEN", ...
  std::string torchVersion;            // "2.14.1+cpu"; empty when not recorded
};

}  // namespace mcc::exported
