// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Import of inputs, outputs and nodes, and of programs that contradict themselves.
#include "compiler/reader/import_graph.h"

#include <doctest/doctest.h>

#include "ir/verify.h"
#include "tests/unit/reader/import_case.h"

using namespace mcc;
using namespace mcc::test;
using exported::Argument;
using exported::InputSpec;
using exported::OutputSpec;

namespace {

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// aten.conv2d on stored weights, with further arguments.
ImportCase conv(const std::vector<exported::NamedArgument>& further) {
  ImportCase c;
  c.stored(InputSpec::Kind::parameter, "p_w", "conv.weight", {size(4), size(3), size(1), size(1)});
  c.input("x", {size(1), size(3), size(5), size(5)});
  c.value("conv2d", {size(1), size(4), size(5), size(5)});
  std::vector<exported::NamedArgument> arguments = {named("input", tensor("x")),
                                                    named("weight", tensor("p_w"))};
  arguments.insert(arguments.end(), further.begin(), further.end());
  c.node("torch.ops.aten.conv2d.default", arguments, {tensor("conv2d")});
  c.output(tensor("conv2d"));
  return c;
}

Argument integers(std::vector<std::int64_t> values) { return {std::move(values)}; }

}  // namespace

TEST_CASE("arguments are bound by name, those left out stay out") {
  const ImportCase c = conv({named("bias", {exported::None{}}), named("stride", integers({1, 1}))});
  const Module module = c.import();
  CHECK_NOTHROW(verify(module, Stage::imported));
  const Node& node = module.graph[module.graph.order().at(0)];
  CHECK(node.target == "aten.conv2d.default");
  CHECK(node.attributes ==
        Attributes{{"input", Operand{0}},
                   {"weight", Operand{1}},
                   {"bias", Attribute()},
                   {"stride", std::vector<std::int64_t>{1, 1}}});
  CHECK(node.inputs == module.graph.inputs);
}

TEST_CASE("user inputs come first, then what is stored and used, as state") {
  ImportCase c = conv({});
  c.stored(InputSpec::Kind::buffer, "b_unused", "unused", {size(7)});
  const Module module = c.import();
  REQUIRE(module.inputs.size() == 2);
  CHECK(module.inputs[0].kind == InputKind::user);
  CHECK(module.inputs[0].name == "x");
  CHECK(module.inputs[1].kind == InputKind::state);
  CHECK(module.inputs[1].name == "conv.weight");
  CHECK(module.inputs[1].initial->shape() == Sizes{4, 3, 1, 1});
}

TEST_CASE("faults in arguments name operator and argument") {
  const auto errorOf = [](const std::vector<exported::NamedArgument>& further) {
    return conv(further).error();
  };
  CHECK(errorOf({named("sparkle", {std::int64_t{1}})}) ==
        "aten.conv2d.default: argument \"sparkle\" is none that the operator has");
  CHECK(errorOf({named("stride", {std::string("1, 1")})}) ==
        "aten.conv2d.default: argument \"stride\" must be a list of integers, the file has "
        "as_string");
  CHECK(errorOf({named("stride", integers({1})), named("stride", integers({2}))}) ==
        "aten.conv2d.default: argument \"stride\" is given twice");
  CHECK(errorOf({named("groups", {2.5})}) ==
        "aten.conv2d.default: argument \"groups\" must be an integer, the file has as_float");
  CHECK(errorOf({named("stride", {exported::None{}})}) ==
        "aten.conv2d.default: argument \"stride\" must be a list of integers, the file has "
        "as_none");
  ImportCase c = conv({});
  c.graph().nodes[0].inputs.pop_back();
  CHECK(c.error() == "aten.conv2d.default: argument \"weight\" is missing");
}

TEST_CASE("a number where a tensor is declared stays a number") {
  ImportCase c = ImportCase::relu();
  c.graph().nodes[0].target = "torch.ops.aten.add.Tensor";
  c.graph().nodes[0].inputs.push_back(named("other", {std::int64_t{3}}));
  c.graph().nodes[0].inputs.push_back(named("alpha", {0.5}));
  const Module module = c.import();
  const Node& node = module.graph[module.graph.order().at(0)];
  CHECK(node.attributes ==
        Attributes{{"self", Operand{0}}, {"other", 3}, {"alpha", Attribute(0.5)}});
}

TEST_CASE("a whole number for a real parameter becomes real") {
  ImportCase c = ImportCase::relu();
  c.graph().nodes[0].target = "torch.ops.aten.dropout.default";
  c.graph().nodes[0].inputs = {named("input", tensor("x")), named("p", {std::int64_t{1}}),
                               named("train", {false})};
  const Module module = c.import();
  CHECK(module.graph[module.graph.order().at(0)].attributes.find("p")->is<double>());
}

TEST_CASE("unknown operators are kept with the file's names") {
  ImportCase c = ImportCase::relu();
  c.graph().nodes[0].target = "torch.ops.mylib.magic.default";
  c.graph().nodes[0].inputs.push_back(named("", {std::int64_t{3}}));
  const Module module = c.import();
  const Node& node = module.graph[module.graph.order().at(0)];
  CHECK(node.target == "mylib.magic.default");
  CHECK(node.attributes == Attributes{{"self", Operand{0}}, {"args_1", 3}});
}

TEST_CASE("names must be defined once and before their use") {
  ImportCase c = ImportCase::relu();
  c.graph().nodes[0].inputs[0].argument = tensor("nowhere");
  CHECK(c.error() == "aten.relu.default: argument \"self\": there is no value \"nowhere\" in this "
                     "graph");
  c.graph().nodes[0].inputs[0].argument = tensor("y");
  CHECK(c.error() == "aten.relu.default: argument \"self\": the value \"y\" is used before it is "
                     "defined");
  c = ImportCase::relu();
  c.node("torch.ops.aten.relu.default", {named("self", tensor("x"))}, {tensor("y")});
  CHECK(c.error() == "the value \"y\" is defined twice");
  c = ImportCase::relu();
  c.graph().tensorValues.erase("y");
  CHECK(c.error() == "tensor_values has no entry for \"y\"");
}

TEST_CASE("faults carry the node's origin") {
  ImportCase c = ImportCase::relu();
  c.graph().nodes[0].origin = {"relu_3", "features.0", "net.py", 41};
  c.graph().nodes[0].inputs[0].argument = tensor("nowhere");
  try {
    c.import();
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.origin == Origin{"relu_3", "features.0", "net.py", 41});
  }
}

TEST_CASE("results must be as many and of the kind that the operator has") {
  ImportCase c = ImportCase::relu();
  c.value("z", {size(2)});
  c.graph().nodes[0].outputs.push_back(tensor("z"));
  CHECK(c.error() == "aten.relu.default: the operator has 1 results, the file names 2");
  c.graph().nodes[0].outputs = {};
  CHECK(c.error() == "aten.relu.default: the operator has 1 results, the file names 0");
  c.graph().nodes[0].outputs = {tensors({"y"})};
  CHECK(c.error() == "aten.relu.default: result 0 can't be as_tensors");
}

TEST_CASE("lists of results are flattened") {
  ImportCase c;
  c.input("x", {size(4)});
  c.value("a", {size(2)});
  c.value("b", {size(2)});
  c.node("torch.ops.aten.split.Tensor",
         {named("self", tensor("x")), named("split_size", {std::int64_t{2}})},
         {tensors({"a", "b"})});
  c.output(tensor("b"));
  const Module module = c.import();
  const Node& node = module.graph[module.graph.order().at(0)];
  REQUIRE(node.outputs.size() == 2);
  CHECK(module.graph.outputs == std::vector{node.outputs[1]});
}

TEST_CASE("what mcc has no tensors for is refused by the value's name") {
  const auto errorWith = [](auto change) {
    ImportCase c = ImportCase::relu();
    change(c.graph().tensorValues.at("x"));
    return c.error();
  };
  using exported::TensorMeta;
  CHECK(errorWith([](TensorMeta& m) { m.dtype = exported::ScalarType::u16; }) ==
        "the tensor \"x\" has the dtype uint16, which is not supported");
  CHECK(errorWith([](TensorMeta& m) { m.layout = exported::Layout::sparseCoo; }) ==
        "the tensor \"x\" has a sparse layout, which is not supported");
  CHECK(errorWith([](TensorMeta& m) { m.device.type = "cuda"; }) ==
        "the tensor \"x\" is on device \"cuda\"");
}

TEST_CASE("constant inputs vanish, constant outputs are returned, None isn't") {
  ImportCase c = ImportCase::relu();
  c.graph().inputs.push_back({std::int64_t{3}});
  c.program.module.signature.inputs.push_back(
      {InputSpec::Kind::constantInput, {std::int64_t{3}}, "k", true});
  c.output({exported::None{}});
  c.output({std::int64_t{7}});
  c.output({2.5});
  const Module module = c.import();
  CHECK(module.inputs.size() == 1);
  REQUIRE(module.outputs.size() == 3);
  CHECK(module.outputs[0].name == "output");
  CHECK_FALSE(module.outputs[0].isScalar);
  CHECK(module.outputs[1].name == "output_1");
  CHECK(module.outputs[1].isScalar);
  CHECK(module.graph[module.graph.outputs[1]].type == TensorType{DType::i64, {}, {}});
  CHECK(module.graph[module.graph.outputs[2]].type == TensorType{DType::f64, {}, {}});
  CHECK_NOTHROW(verify(module, Stage::imported));
}

TEST_CASE("mutations in the signature become outputs of their own kind") {
  ImportCase c = ImportCase::relu();
  c.stored(InputSpec::Kind::buffer, "b_count", "count", {size(2)});
  auto& outputs = c.program.module.signature.outputs;
  outputs.insert(outputs.begin(), {OutputSpec::Kind::bufferMutation, tensor("y"), "count"});
  outputs.insert(outputs.begin(), {OutputSpec::Kind::userInputMutation, tensor("y"), "x"});
  c.graph().outputs.assign(3, tensor("y"));
  const Module module = c.import();
  REQUIRE(module.outputs.size() == 3);
  CHECK(module.outputs[0].kind == OutputKind::mutation);
  CHECK(module.outputs[0].target == 0);
  CHECK(module.outputs[1].kind == OutputKind::state);
  CHECK(module.outputs[1].target == 1);
  CHECK(module.outputs[2].kind == OutputKind::user);
}

TEST_CASE("programs that train are refused") {
  ImportCase c = ImportCase::relu();
  c.program.module.signature.outputs[0].kind = OutputSpec::Kind::gradientToParameter;
  c.program.module.signature.outputs[0].target = "w";
  CHECK(mentions(c.error(), "trains its parameters"));
}

TEST_CASE("devices and layouts of arguments must be the CPU's") {
  ImportCase c = ImportCase::relu();
  c.graph().nodes[0].target = "torch.ops.aten.zeros_like.default";
  c.graph().nodes[0].inputs.push_back(named("device", {exported::Device{"cuda", 0}}));
  CHECK(mentions(c.error(), "device"));
  CHECK(mentions(c.error(), "cuda"));
  c.graph().nodes[0].inputs.back() = named("layout", {exported::Layout::sparseCsr});
  CHECK(mentions(c.error(), "sparse"));
}

TEST_CASE("results of reshape are marked as copies where strides forbid a view") {
  ImportCase c;
  c.input("x", {size(2), size(3)});
  c.graph().tensorValues["x"].strides = {size(1), size(2)};
  c.value("r", {size(6)});
  c.graph().tensorValues["r"].strides = {size(1)};
  c.node("torch.ops.aten.reshape.default",
         {named("self", tensor("x")), named("shape", integers({6}))}, {tensor("r")});
  c.output(tensor("r"));
  const auto marked = [&] {
    const Module module = c.import();
    return module.graph[module.graph.order().at(0)].attributes.has("copies");
  };
  CHECK(marked());
  c.graph().tensorValues["x"].strides = {size(3), size(1)};
  CHECK_FALSE(marked());
}
