// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs, their nodes and the types of their values.
#include <utility>

#include "compiler/reader/export_parts.h"

namespace mcc::exported {
namespace {

constexpr std::size_t kHighestRank = 64;  // PyTorch's own limit
constexpr std::int64_t kMostElements = std::int64_t{1} << 48;

// {"expr_str", "hint"}; the hint is null or {<tag>: value}.
Expression readExpression(JsonValue json) {
  Expression expression{json.at("expr_str").string(), std::nullopt};
  const auto hint = json.find("hint");
  if (!hint) return expression;
  const auto [tag, value] = hint->tagged();
  if (tag == "as_int") {
    expression.hint = value.integer();
  } else if (tag == "as_float") {
    expression.hint = value.number();
  } else if (tag == "as_bool") {
    expression.hint = value.boolean();
  } else {
    hint->fail("unknown tag " + tag);
  }
  return expression;
}

template <class T, class Read>
std::variant<T, Expression> readLiteralOrExpression(JsonValue json, const char* literalTag,
                                                    Read read) {
  const auto [tag, payload] = json.tagged();
  if (tag == "as_expr") return readExpression(payload);
  if (tag == literalTag) return read(payload);
  json.fail("unknown tag " + tag);
}

SymInt readSize(JsonValue json) {
  SymInt size = readSymInt(json);
  const auto* constant = std::get_if<std::int64_t>(&size);
  if (constant != nullptr && *constant < 0) json.fail("a size must not be negative");
  return size;
}

// Sizes whose product leaves no room for arithmetic on it can't be meant.
void checkCount(JsonValue json, const std::vector<SymInt>& sizes) {
  if (sizes.size() > kHighestRank) {
    json.fail("rank " + std::to_string(sizes.size()) + " is more than " +
              std::to_string(kHighestRank));
  }
  std::int64_t count = 1;
  for (const SymInt& size : sizes) {
    const auto* constant = std::get_if<std::int64_t>(&size);
    if (constant == nullptr || *constant == 0) continue;
    if (*constant > kMostElements / count) json.fail("a tensor of this size is out of reach");
    count *= *constant;
  }
}

template <class T, class Read>
void readMap(JsonValue graph, const char* key, Read read, std::map<std::string, T>& map) {
  const auto members = graph.find(key);
  if (!members) return;
  for (const auto& [name, value] : members->members()) map.emplace(name, read(value));
}

NamedArgument readNamedArgument(JsonValue json) {
  NamedArgument input{json.at("name").string(), readArgument(json.at("arg")),
                      ArgumentKind::unknown};
  if (const auto kind = json.find("kind")) {
    const std::int64_t number = kind->integer();
    if (number < 0 || number > 2) kind->fail("unknown kind of argument");
    input.kind = static_cast<ArgumentKind>(number);
  }
  return input;
}

// The name of the first value that an output defines, for files without node names.
std::string firstNameOf(const std::vector<Argument>& outputs) {
  for (const Argument& output : outputs) {
    if (const auto* tensor = output.as<TensorName>()) return tensor->name;
    if (const auto* tensors = output.as<std::vector<TensorName>>()) {
      if (!tensors->empty()) return tensors->front().name;
    }
    if (const auto* integer = output.as<SymIntArgument>()) {
      if (const auto* symbol = std::get_if<SymbolName>(integer)) return symbol->name;
    }
  }
  return {};
}

Origin readOrigin(JsonValue json) {
  Origin origin;
  if (const auto metadata = json.find("metadata")) {
    bool inTorchModule = false;
    if (const auto stack = metadata->find("nn_module_stack")) {
      readModuleStack(stack->string(), origin);
      inTorchModule = isInTorchModule(stack->string());
    }
    if (const auto trace = metadata->find("stack_trace")) {
      readStackTrace(trace->string(), inTorchModule, origin);
    }
  }
  return origin;
}

void readNodeParts(JsonValue json, Node& node) {
  node.origin = readOrigin(json);
  node.target = json.at("target").string();
  node.origin.node = node.target;
  if (const auto name = json.find("name")) node.origin.node = node.name = name->string();
  node.outputs = readList(json.at("outputs"), readArgument);
  if (node.name.empty()) node.name = firstNameOf(node.outputs);
  if (!node.name.empty()) node.origin.node = node.name;
  node.inputs = readList(json.at("inputs"), readNamedArgument);
  if (const auto single = json.find("is_hop_single_tensor_return")) {
    node.isHopSingleTensorReturn = single->boolean();
  }
}

Node readNode(JsonValue json) {
  Node node;
  try {
    readNodeParts(json, node);
  } catch (Error& error) {
    // The innermost node is the one to name.
    if (error.origin == Origin{}) error.origin = node.origin;
    throw;
  }
  return node;
}

}  // namespace

SymInt readSymInt(JsonValue json) {
  return readLiteralOrExpression<std::int64_t>(json, "as_int",
                                               [](JsonValue j) { return j.integer(); });
}
SymFloat readSymFloat(JsonValue json) {
  return readLiteralOrExpression<double>(json, "as_float", [](JsonValue j) { return j.number(); });
}
SymBool readSymBool(JsonValue json) {
  return readLiteralOrExpression<bool>(json, "as_bool", [](JsonValue j) { return j.boolean(); });
}

TensorMeta readTensorMeta(JsonValue json) {
  TensorMeta meta;
  meta.dtype = readScalarType(json.at("dtype"));
  meta.sizes = readList(json.at("sizes"), readSize);
  checkCount(json.at("sizes"), meta.sizes);
  if (const auto strides = json.find("strides")) meta.strides = readList(*strides, readSymInt);
  if (const auto offset = json.find("storage_offset")) meta.storageOffset = readSymInt(*offset);
  if (const auto grad = json.find("requires_grad")) meta.requiresGrad = grad->boolean();
  if (const auto device = json.find("device")) meta.device = readDevice(*device);
  if (const auto layout = json.find("layout")) {
    const std::int64_t number = layout->integer();
    if (number < 0 || number > static_cast<std::int64_t>(Layout::strided)) {
      layout->fail("unknown layout " + std::to_string(number));
    }
    meta.layout = static_cast<Layout>(number);
  }
  return meta;
}

Graph readGraph(JsonValue json) {
  Graph graph;
  graph.inputs = readList(json.at("inputs"), readArgument);
  graph.outputs = readList(json.at("outputs"), readArgument);
  graph.nodes = readList(json.at("nodes"), readNode);
  json.at("tensor_values");
  readMap(json, "tensor_values", readTensorMeta, graph.tensorValues);
  readMap(json, "sym_int_values", readSymInt, graph.symIntValues);
  readMap(json, "sym_float_values", readSymFloat, graph.symFloatValues);
  readMap(json, "sym_bool_values", readSymBool, graph.symBoolValues);
  readMap(json, "custom_obj_values", readCustomObject, graph.customObjectValues);
  if (const auto single = json.find("is_single_tensor_return")) {
    graph.isSingleTensorReturn = single->boolean();
  }
  return graph;
}

}  // namespace mcc::exported
