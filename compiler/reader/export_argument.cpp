// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The argument union and the enumerations: one row for each tag.
#include "compiler/reader/export_argument.h"

#include <array>

#include "compiler/reader/export_parts.h"

namespace mcc::exported {
namespace {

using Value = Argument::Value;

struct ScalarTypeRow {
  ScalarType type;
  const char* name;
};

constexpr ScalarTypeRow kScalarTypes[] = {
    {ScalarType::u8, "uint8"},
    {ScalarType::i8, "int8"},
    {ScalarType::i16, "int16"},
    {ScalarType::i32, "int32"},
    {ScalarType::i64, "int64"},
    {ScalarType::f16, "float16"},
    {ScalarType::f32, "float32"},
    {ScalarType::f64, "float64"},
    {ScalarType::c32, "complex32"},
    {ScalarType::c64, "complex64"},
    {ScalarType::c128, "complex128"},
    {ScalarType::boolean, "bool"},
    {ScalarType::bf16, "bfloat16"},
    {ScalarType::u16, "uint16"},
    {ScalarType::f8e4m3fn, "float8_e4m3fn"},
    {ScalarType::f8e5m2, "float8_e5m2"},
    {ScalarType::f8e4m3fnuz, "float8_e4m3fnuz"},
    {ScalarType::f8e5m2fnuz, "float8_e5m2fnuz"},
    {ScalarType::f8e8m0fnu, "float8_e8m0fnu"},
    {ScalarType::u32, "uint32"},
    {ScalarType::u64, "uint64"},
};

// An enumeration whose numbers run from 0 to `last`.
template <class Enum>
Enum readEnum(JsonValue json, Enum last, const char* what) {
  const std::int64_t number = json.integer();
  if (number < 0 || number > static_cast<std::int64_t>(last)) {
    json.fail("unknown " + std::string(what) + " " + std::to_string(number));
  }
  return static_cast<Enum>(number);
}

std::int64_t readInteger(JsonValue json) {
  return json.integer();
}
double readNumber(JsonValue json) {
  return json.number();
}
bool readBoolean(JsonValue json) {
  return json.boolean();
}

TensorName readTensorName(JsonValue json) {
  return {json.at("name").string()};
}

std::optional<TensorName> readOptionalTensor(JsonValue json) {
  const auto [tag, payload] = json.tagged();
  if (tag == "as_none") return std::nullopt;
  if (tag != "as_tensor") payload.fail("unknown tag of an optional tensor");
  return readTensorName(payload);
}

// {"as_name": value} or {<literalTag>: literal}.
template <class T, class Read>
std::variant<T, SymbolName> readSymbolic(JsonValue json, const char* literalTag, Read read) {
  const auto [tag, payload] = json.tagged();
  if (tag == "as_name") return SymbolName{payload.string()};
  if (tag != literalTag) payload.fail("unknown tag of a symbolic value");
  return read(payload);
}

SymIntArgument readSymIntArgument(JsonValue json) {
  return readSymbolic<std::int64_t>(json, "as_int", readInteger);
}
SymFloatArgument readSymFloatArgument(JsonValue json) {
  return readSymbolic<double>(json, "as_float", readNumber);
}
SymBoolArgument readSymBoolArgument(JsonValue json) {
  return readSymbolic<bool>(json, "as_bool", readBoolean);
}

std::complex<double> readComplex(JsonValue json) {
  return {json.at("real").number(), json.at("imag").number()};
}

GraphArgument readGraphArgument(JsonValue json) {
  return {json.at("name").string(), std::make_shared<const Graph>(readGraph(json.at("graph")))};
}

Dictionary readDictionary(JsonValue json) {
  Dictionary dictionary;
  for (const auto& [key, value] : json.members()) {
    dictionary.keys.push_back(key);
    dictionary.values.push_back(readArgument(value));
  }
  return dictionary;
}

template <class Symbolic>
std::string symbolNameIn(const Argument& argument) {
  const auto* symbolic = argument.as<Symbolic>();
  const auto* symbol = symbolic ? std::get_if<SymbolName>(symbolic) : nullptr;
  return symbol ? symbol->name : std::string();
}

struct Tag {
  const char* name;
  Value (*read)(JsonValue json);
};

// In the order of the alternatives of Argument::Value.
constexpr Tag kTags[] = {
    {"as_none", [](JsonValue) -> Value { return None{}; }},
    {"as_tensor", [](JsonValue j) -> Value { return readTensorName(j); }},
    {"as_tensors", [](JsonValue j) -> Value { return readList(j, readTensorName); }},
    {"as_optional_tensor", [](JsonValue j) -> Value { return readOptionalTensor(j); }},
    {"as_optional_tensors", [](JsonValue j) -> Value { return readList(j, readOptionalTensor); }},
    {"as_nested_tensors",
     [](JsonValue j) -> Value {
       return readList(j, [](JsonValue inner) { return readList(inner, readTensorName); });
     }},
    {"as_int", [](JsonValue j) -> Value { return j.integer(); }},
    {"as_ints", [](JsonValue j) -> Value { return readList(j, readInteger); }},
    {"as_int_lists",
     [](JsonValue j) -> Value {
       return readList(j, [](JsonValue inner) { return readList(inner, readInteger); });
     }},
    {"as_float", [](JsonValue j) -> Value { return j.number(); }},
    {"as_floats", [](JsonValue j) -> Value { return readList(j, readNumber); }},
    {"as_float_lists",
     [](JsonValue j) -> Value {
       return readList(j, [](JsonValue inner) { return readList(inner, readNumber); });
     }},
    {"as_bool", [](JsonValue j) -> Value { return j.boolean(); }},
    {"as_bools", [](JsonValue j) -> Value { return readList(j, readBoolean); }},
    {"as_complex", [](JsonValue j) -> Value { return readComplex(j); }},
    {"as_string", [](JsonValue j) -> Value { return j.string(); }},
    {"as_strings", [](JsonValue j) -> Value { return readList(j, readString); }},
    {"as_sym_int", [](JsonValue j) -> Value { return readSymIntArgument(j); }},
    {"as_sym_ints", [](JsonValue j) -> Value { return readList(j, readSymIntArgument); }},
    {"as_sym_float", [](JsonValue j) -> Value { return readSymFloatArgument(j); }},
    {"as_sym_floats", [](JsonValue j) -> Value { return readList(j, readSymFloatArgument); }},
    {"as_sym_bool", [](JsonValue j) -> Value { return readSymBoolArgument(j); }},
    {"as_sym_bools", [](JsonValue j) -> Value { return readList(j, readSymBoolArgument); }},
    {"as_scalar_type", [](JsonValue j) -> Value { return readScalarType(j); }},
    {"as_memory_format",
     [](JsonValue j) -> Value { return readEnum(j, MemoryFormat::preserve, "memory format"); }},
    {"as_layout", [](JsonValue j) -> Value { return readEnum(j, Layout::strided, "layout"); }},
    {"as_device", [](JsonValue j) -> Value { return readDevice(j); }},
    {"as_graph", [](JsonValue j) -> Value { return readGraphArgument(j); }},
    {"as_custom_obj", [](JsonValue j) -> Value { return readCustomObject(j); }},
    {"as_operator", [](JsonValue j) -> Value { return OperatorName{j.string()}; }},
    {"as_string_to_argument", [](JsonValue j) -> Value { return readDictionary(j); }},
};
static_assert(std::size(kTags) == std::variant_size_v<Value>);

}  // namespace

const char* nameOf(ScalarType type) {
  for (const ScalarTypeRow& row : kScalarTypes) {
    if (row.type == type) return row.name;
  }
  return "unknown";
}

const char* tagOf(const Argument& argument) {
  return kTags[argument.value.index()].name;
}

std::string readString(JsonValue json) {
  return json.string();
}

std::string valueNameOf(const Argument& argument) {
  if (const auto* tensor = argument.as<TensorName>()) return tensor->name;
  if (const auto* object = argument.as<CustomObject>()) return object->name;
  return symbolNameIn<SymIntArgument>(argument) + symbolNameIn<SymFloatArgument>(argument) +
         symbolNameIn<SymBoolArgument>(argument);
}

const TensorMeta* metaOf(const Graph& graph, const Argument& argument) {
  const auto at = graph.tensorValues.find(valueNameOf(argument));
  return at == graph.tensorValues.end() ? nullptr : &at->second;
}

ScalarType readScalarType(JsonValue json) {
  const std::int64_t number = json.integer();
  for (const ScalarTypeRow& row : kScalarTypes) {
    if (static_cast<std::int64_t>(row.type) == number) return row.type;
  }
  json.fail("unknown dtype " + std::to_string(number));
}

Device readDevice(JsonValue json) {
  const auto index = json.find("index");
  return {json.at("type").string(), index ? std::optional(index->integer()) : std::nullopt};
}

CustomObject readCustomObject(JsonValue json) {
  return {json.at("name").string(), json.at("class_fqn").string()};
}

Argument readArgument(JsonValue json) {
  const auto [tag, payload] = json.tagged();
  for (std::size_t i = 0; i < std::size(kTags); ++i) {
    if (tag != kTags[i].name) continue;
    Argument argument{kTags[i].read(payload)};
    if (argument.value.index() != i) throw InternalError("tag read as another alternative");
    return argument;
  }
  json.fail("unknown argument tag " + tag);
}

}  // namespace mcc::exported
