// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup and definition of names, and the types that the file records for them.
#include "compiler/reader/import_scope.h"

#include "compiler/reader/bytes.h"
#include "compiler/reader/import_memory.h"
#include "compiler/reader/import_names.h"
#include "ir/builder.h"

namespace mcc {
namespace {

using exported::TensorName;

bool isDefinedLater(const exported::Graph& graph, const std::string& name) {
  return graph.tensorValues.count(name) > 0 || graph.symIntValues.count(name) > 0 ||
         graph.symFloatValues.count(name) > 0 || graph.symBoolValues.count(name) > 0;
}

// Adds the names in one argument.
struct NameCollector {
  std::set<std::string>& names;

  void operator()(const TensorName& tensor) { names.insert(tensor.name); }
  void operator()(const exported::SymbolName& symbol) { names.insert(symbol.name); }
  void operator()(const exported::CustomObject& object) { names.insert(object.name); }
  void operator()(const exported::Dictionary& dictionary) { (*this)(dictionary.values); }
  void operator()(const exported::Argument& argument) { std::visit(*this, argument.value); }
  template <class T>
  void operator()(const std::vector<T>& list) {
    for (const T& item : list) (*this)(item);
  }
  template <class T>
  void operator()(const std::optional<T>& item) {
    if (item) (*this)(*item);
  }
  template <class T>
  void operator()(const std::variant<T, exported::SymbolName>& symbolic) {
    if (const auto* symbol = std::get_if<exported::SymbolName>(&symbolic)) (*this)(*symbol);
  }
  template <class T>
  void operator()(const T&) {}  // literals name nothing; regions have names of their own
};

}  // namespace

const Definition& ImportScope::find(const std::string& name) const {
  const auto at = definitions_.find(name);
  if (at != definitions_.end()) return at->second;
  if (isDefinedLater(source_, name)) {
    throw Error("the value " + quote(name) + " is used before it is defined");
  }
  throw Error("there is no value " + quote(name) + " in this graph");
}

ValueId ImportScope::tensor(const std::string& name, const Origin& origin) {
  const Definition& found = find(name);
  if (found.value.valid()) return found.value;
  Builder builder(target_, {}, origin);
  return builder.dimValue(*found.dim);
}

void ImportScope::define(const std::string& name, Definition definition) {
  if (name.empty()) throw Error("a value without a name");
  if (definition.value.valid()) {
    target_[definition.value].name = name;
    const auto meta = source_.tensorValues.find(name);
    if (symbols_.readsMemory() && meta != source_.tensorValues.end()) {
      definition.value = markMemory(target_, definition.value, meta->second, symbols_);
    }
  }
  if (!definitions_.emplace(name, std::move(definition)).second) {
    throw Error("the value " + quote(name) + " is defined twice");
  }
}

TensorType ImportScope::typeOf(const std::string& name) const {
  const auto at = source_.tensorValues.find(name);
  if (at == source_.tensorValues.end()) {
    throw Error("tensor_values has no entry for " + quote(name));
  }
  const exported::TensorMeta& meta = at->second;
  const auto dtype = dtypeFromScalarType(static_cast<std::int64_t>(meta.dtype));
  if (!dtype) {
    throw Error("the tensor " + quote(name) + " has the dtype " + exported::nameOf(meta.dtype) +
                    ", which is not supported",
                "use one of float64, float32, float16, bfloat16, int64, int32, int16, int8, uint8, "
                "bool, complex64 and complex128");
  }
  if (meta.layout != exported::Layout::strided) {
    throw Error("the tensor " + quote(name) + " has a sparse layout, which is not supported",
                "use dense tensors");
  }
  if (meta.device.type != "cpu") {
    throw Error("the tensor " + quote(name) + " is on device " + quote(meta.device.type),
                "move the model and its inputs to the CPU before torch.export.export");
  }
  return {*dtype, symbols_.shape(meta.sizes), std::nullopt};
}

Dim ImportScope::dimOf(const std::string& name) const {
  const auto at = source_.symIntValues.find(name);
  if (at == source_.symIntValues.end()) {
    throw Error("sym_int_values has no entry for " + quote(name));
  }
  return symbols_.dim(at->second);
}

void ImportScope::bindInteger(const std::string& name, ValueId tensor, const Origin& origin) {
  const Dim dim = dimOf(name);
  Builder builder(target_, {}, origin);
  if (const auto symbol = dim.asSymbol(); symbol && !symbols_.isKnown(*symbol)) {
    symbols_.addNodeSymbols(dim);
    builder.makeAll(Op::bind_symbol, {tensor}, {{"symbol", *symbol}});
  } else {
    const ValueId element = builder.cast(builder.reshape(tensor, {}), DType::i64);
    const ValueId same = builder.binary(Op::eq, element, builder.dimValue(dim));
    builder.makeAll(Op::check, {same}, {{"message", name + " must be " + dim.text()}});
  }
  define(name, {{}, dim});
}

std::set<std::string> namesRead(const exported::Graph& graph) {
  std::set<std::string> names;
  NameCollector collect{names};
  for (const exported::Node& node : graph.nodes) {
    for (const exported::NamedArgument& input : node.inputs) collect(input.argument);
  }
  collect(graph.outputs);
  return names;
}

}  // namespace mcc
