// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The argument union: every tag once, and what is no tag.
#include "compiler/reader/export_argument.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "compiler/reader/export_parts.h"

namespace mcc::exported {
namespace {

Argument read(const std::string& text) {
  const JsonDocument document("arg", text);
  return readArgument(document.root());
}

template <class T>
T valueOf(const std::string& text) {
  const Argument argument = read(text);
  REQUIRE(argument.as<T>() != nullptr);
  CHECK(text.find("\"" + std::string(tagOf(argument)) + "\"") == 1);
  return *argument.as<T>();
}

std::string complaint(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("arguments: tensors") {
  valueOf<None>(R"({"as_none": true})");
  valueOf<None>(R"({"as_none": []})");
  CHECK(valueOf<TensorName>(R"({"as_tensor": {"name": "x"}})").name == "x");
  const auto list = valueOf<std::vector<TensorName>>(R"({"as_tensors": [{"name": "x"}]})");
  CHECK(list[0].name == "x");
  CHECK(!valueOf<std::optional<TensorName>>(R"({"as_optional_tensor": {"as_none": true}})"));
  const auto optional = valueOf<std::vector<std::optional<TensorName>>>(
      R"({"as_optional_tensors": [{"as_none": true}, {"as_tensor": {"name": "y"}}]})");
  CHECK(!optional[0]);
  CHECK(optional[1]->name == "y");
  const auto nested = valueOf<std::vector<std::vector<TensorName>>>(
      R"({"as_nested_tensors": [[], [{"name": "z"}]]})");
  CHECK(nested[1][0].name == "z");
}

TEST_CASE("arguments: numbers, bools and text") {
  CHECK(valueOf<std::int64_t>(R"({"as_int": 9007199254740993})") == 9007199254740993);
  CHECK(valueOf<std::vector<std::int64_t>>(R"({"as_ints": [1, -2]})") ==
        std::vector<std::int64_t>{1, -2});
  CHECK(valueOf<std::vector<std::vector<std::int64_t>>>(R"({"as_int_lists": [[1], []]})").size() ==
        2);
  CHECK(valueOf<double>(R"({"as_float": 1})") == 1.0);
  CHECK(valueOf<double>(R"({"as_float": "-Infinity"})") == -INFINITY);
  CHECK(std::isnan(valueOf<double>(R"({"as_float": NaN})")));
  CHECK(valueOf<std::vector<double>>(R"({"as_floats": [0.5]})")[0] == 0.5);
  CHECK(valueOf<std::vector<std::vector<double>>>(R"({"as_float_lists": [[0.5]]})")[0][0] == 0.5);
  CHECK(valueOf<bool>(R"({"as_bool": true})"));
  CHECK(valueOf<std::vector<bool>>(R"({"as_bools": [true, false]})")[0]);
  CHECK(valueOf<std::complex<double>>(R"({"as_complex": {"real": 1, "imag": -2}})") ==
        std::complex<double>(1, -2));
  CHECK(valueOf<std::string>(R"({"as_string": "floor"})") == "floor");
  CHECK(valueOf<std::vector<std::string>>(R"({"as_strings": ["a", "b"]})")[1] == "b");
}

TEST_CASE("arguments: symbolic values") {
  CHECK(std::get<SymbolName>(valueOf<SymIntArgument>(R"({"as_sym_int": {"as_name": "s"}})")).name ==
        "s");
  CHECK(std::get<std::int64_t>(valueOf<SymIntArgument>(R"({"as_sym_int": {"as_int": 3}})")) == 3);
  const auto mixed = valueOf<std::vector<SymIntArgument>>(
      R"({"as_sym_ints": [{"as_name": "s"}, {"as_int": -1}]})");
  CHECK(std::get<std::int64_t>(mixed[1]) == -1);
  CHECK(std::get<double>(valueOf<SymFloatArgument>(R"({"as_sym_float": {"as_float": 2}})")) == 2.0);
  valueOf<std::vector<SymFloatArgument>>(R"({"as_sym_floats": [{"as_name": "f"}]})");
  CHECK(std::get<bool>(valueOf<SymBoolArgument>(R"({"as_sym_bool": {"as_bool": true}})")));
  valueOf<std::vector<SymBoolArgument>>(R"({"as_sym_bools": [{"as_name": "b"}]})");
}

TEST_CASE("arguments: enumerations, objects and graphs") {
  CHECK(valueOf<ScalarType>(R"({"as_scalar_type": 13})") == ScalarType::bf16);
  CHECK(valueOf<ScalarType>(R"({"as_scalar_type": 35})") == ScalarType::u64);
  CHECK(valueOf<MemoryFormat>(R"({"as_memory_format": 2})") == MemoryFormat::channelsLast);
  CHECK(valueOf<Layout>(R"({"as_layout": 7})") == Layout::strided);
  CHECK(valueOf<Device>(R"({"as_device": {"type": "cuda", "index": 1}})").index == 1);
  CHECK(!valueOf<Device>(R"({"as_device": {"type": "cpu"}})").index);
  CHECK(valueOf<CustomObject>(R"({"as_custom_obj": {"name": "o", "class_fqn": "C"}})").classFqn ==
        "C");
  CHECK(valueOf<OperatorName>(R"({"as_operator": "torch.ops.aten.add.Tensor"})").target ==
        "torch.ops.aten.add.Tensor");
  const auto graph = valueOf<GraphArgument>(
      R"({"as_graph": {"name": "body", "graph": {"inputs": [{"as_tensor": {"name": "a"}}],
          "outputs": [], "nodes": [], "tensor_values": {}}}})");
  CHECK(graph.name == "body");
  CHECK(graph.graph->inputs.size() == 1);
  const auto map = valueOf<Dictionary>(
      R"({"as_string_to_argument": {"b": {"as_int": 2}, "a": {"as_none": true}}})");
  CHECK(map.keys == std::vector<std::string>{"a", "b"});
  CHECK(*map.values[1].as<std::int64_t>() == 2);
}

TEST_CASE("arguments: what is refused") {
  CHECK(complaint(R"({"as_quux": 1})") == "arg: unknown argument tag as_quux");
  CHECK(complaint(R"({"as_int": 1, "as_float": 2})") == "arg: expected exactly one tag, found 2");
  CHECK(complaint("{}") == "arg: expected exactly one tag, found 0");
  CHECK(complaint(R"({"as_ints": "1,1"})") ==
        "arg: as_ints: expected a list, found the text \"1,1\"");
  CHECK(complaint(R"({"as_scalar_type": 14})") == "arg: as_scalar_type: unknown dtype 14");
  CHECK(complaint(R"({"as_layout": 8})") == "arg: as_layout: unknown layout 8");
  CHECK(complaint(R"({"as_memory_format": -1})") ==
        "arg: as_memory_format: unknown memory format -1");
  CHECK(complaint(R"({"as_bool": 1})") ==
        "arg: as_bool: expected true or false, found the number 1");
}

TEST_CASE("scalar types have names of their own") {
  std::set<std::string> names;
  for (int number = 0; number < 40; ++number) names.insert(nameOf(static_cast<ScalarType>(number)));
  CHECK(names.size() == 22);  // 21 types and "unknown"
}

}  // namespace mcc::exported
