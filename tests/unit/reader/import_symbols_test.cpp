// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbols: where their values come from, guards, and nodes that only compute sizes.
#include <doctest/doctest.h>

#include "ir/verify.h"
#include "tests/unit/reader/import_case.h"

using namespace mcc;
using namespace mcc::test;

namespace {

// x: f32[s0, 4], y: f32[s1]; y is returned.
ImportCase twoSizes() {
  ImportCase c;
  c.input("x", {size("s0"), size(4)});
  c.input("y", {size("s1")});
  c.output(tensor("y"));
  c.program.rangeConstraints["s0"] = {2, 16};
  c.program.rangeConstraints["s1"] = {4, std::nullopt};
  return c;
}

}  // namespace

TEST_CASE("a symbol is named after the dimension that gives its value") {
  const Module module = twoSizes().import();
  const Symbol& s0 = module.symbols.at("s0");
  CHECK(s0.source == Symbol::Source::inputDim);
  CHECK(s0.name == "x_0");
  CHECK(s0.input == 0);
  CHECK(s0.dim == 0);
  CHECK(s0.range == Range{2, 16});
  CHECK(module.symbols.at("s1").range == Range{4, Range::kUnbounded});
}

TEST_CASE("a size that is a multiple of a symbol gives its value, a bare one is preferred") {
  ImportCase c;
  c.input("x", {size("8*s0")});
  c.output(tensor("x"));
  CHECK(c.import().symbols.at("s0").multipleOf == 8);
  c.input("y", {size("s0")});
  const Module module = c.import();
  const Symbol& symbol = module.symbols.at("s0");
  CHECK(symbol.multipleOf == 1);
  CHECK(symbol.name == "y_0");
}

TEST_CASE("symbols that a guard makes equal become one") {
  ImportCase c = twoSizes();
  c.program.guards = {"L['x'].size()[0] == L['y'].size()[0]"};
  const Module module = c.import();
  CHECK(module.guards.empty());
  REQUIRE(module.symbols.size() == 1);
  CHECK(module.symbols.at("s0").range == Range{4, 16});
  CHECK(module.graph[module.graph.inputs[1]].type.shape == Shape{Dim::symbol("s0")});
}

TEST_CASE("other guards are kept, those that only record the traced case are not") {
  ImportCase c = twoSizes();
  c.program.guards = {"L['x'].size()[0] <= L['y'].size()[0]", "L['x'].size()[0] != 3",
                      "L['x'].size()[1] == 4"};
  const Module module = c.import();
  REQUIRE(module.guards.size() == 1);
  CHECK(module.guards[0].relation == Guard::Relation::lessEqual);
  CHECK(module.guards[0].left == Dim::symbol("s0"));
  CHECK(module.guards[0].right == Dim::symbol("s1"));
}

TEST_CASE("guards and ranges that can't hold are refused") {
  ImportCase c = twoSizes();
  c.program.guards = {"L['x'].size()[0] == L['x'].size()[0] + 1"};
  CHECK(c.error() ==
        "the guard \"L['x'].size()[0] == L['x'].size()[0] + 1\" can never hold");
  c = twoSizes();
  c.program.rangeConstraints["s0"] = {5, 4};
  CHECK(c.error() == "the symbol s0 has the empty range 5 to 4");
  c = twoSizes();
  c.program.guards = {"__import__('os')"};
  CHECK(c.error().find("guard") != std::string::npos);
}

TEST_CASE("constraints on expressions are guards") {
  ImportCase c = twoSizes();
  c.program.rangeConstraints["s0 + s1"] = {8, 20};
  const Module module = c.import();
  REQUIRE(module.guards.size() == 2);
  CHECK(module.guards[0].left == Dim(8));
  CHECK(module.guards[1].right == Dim(20));
}

TEST_CASE("a symbol that no input gives is refused") {
  ImportCase c = twoSizes();
  c.value("z", {size("s99")});
  c.node("torch.ops.aten.relu.default", {named("self", tensor("y"))}, {tensor("z")});
  CHECK(c.error() == "the symbol \"s99\" is the size of no input: its value is unknown");
}

TEST_CASE("nodes that compute sizes vanish") {
  ImportCase c;
  c.input("x", {size("s0"), size(4)});
  c.graph().symIntValues["n"] = size("s0");
  c.graph().symIntValues["m"] = size("4*s0");
  c.value("v", {size("4*s0")});
  c.node("torch.ops.aten.sym_size.int",
         {named("self", tensor("x")), named("dim", {std::int64_t{0}})}, {symInt("n")});
  c.node("_operator.mul", {named("a", symInt("n")), named("b", {std::int64_t{4}})},
         {symInt("m")});
  c.node("torch.ops.aten.view.default",
         {named("self", tensor("x")),
          named("size", {std::vector{exported::SymIntArgument(exported::SymbolName{"m"})}})},
         {tensor("v")});
  c.output(tensor("v"));
  c.output(symInt("n"));
  const Module module = c.import();
  REQUIRE(module.graph.order().size() == 2);
  const Node& view = module.graph[module.graph.order()[0]];
  CHECK(view.attributes.dims("size") == std::vector<Dim>{Dim(4) * Dim::symbol("s0")});
  CHECK(module.graph[module.graph.order()[1]].op == Op::dim_value);
  CHECK(module.outputs[1].isScalar);
  c.graph().nodes[1].inputs[0].argument = symInt("nobody");
  CHECK(c.error() == "_operator.mul: argument \"a\": there is no value \"nobody\" in this graph");
}

TEST_CASE("an integer input is a symbol and a 0-d tensor") {
  ImportCase c;
  c.integerInput("keep", "s3");
  c.output(symInt("keep"));
  c.program.rangeConstraints["s3"] = {std::nullopt, 7};
  c.program.guards = {"L['keep'] >= 2 and L['keep'] <= 7"};
  const Module module = c.import();
  CHECK(module.inputs[0].isScalar);
  CHECK(module.graph[module.graph.inputs[0]].type == TensorType{DType::i64, {}, {}});
  const Symbol& symbol = module.symbols.at("s3");
  CHECK(symbol.source == Symbol::Source::inputValue);
  CHECK(symbol.name == "keep");
  CHECK(symbol.range == Range{INT64_MIN, 7});
  CHECK(module.guards.size() == 2);
}

TEST_CASE("an integer read from data binds a symbol") {
  ImportCase c;
  c.input("x", {size(4)});
  c.value("n", {});
  c.graph().tensorValues["n"].dtype = exported::ScalarType::i64;
  c.graph().symIntValues["item"] = size("u0");
  c.value("s", {size("u0")});
  c.program.rangeConstraints["u0"] = {0, 4};
  c.node("torch.ops.aten.argmax.default", {named("self", tensor("x"))}, {tensor("n")});
  c.node("torch.ops.aten.item.default", {named("self", tensor("n"))}, {symInt("item")});
  c.node("torch.ops.aten.slice.Tensor",
         {named("self", tensor("x")), named("end", symInt("item"))}, {tensor("s")});
  c.output(tensor("s"));
  const Module module = c.import();
  CHECK_NOTHROW(verify(module, Stage::imported));
  const Node& bind = module.graph[module.graph.order().at(1)];
  CHECK(bind.op == Op::bind_symbol);
  CHECK(bind.attributes.string("symbol") == "u0");
  CHECK(module.symbols.at("u0").source == Symbol::Source::node);
  CHECK(module.symbols.at("u0").range == Range{0, 4});
  const Node& slice = module.graph[module.graph.order().at(2)];
  CHECK(slice.attributes.dim("end") == Dim::symbol("u0"));

  SUBCASE("a value that is known already is checked") {
    c.graph().symIntValues["item"] = size(3);
    c.value("s", {size(3)});
    const Module checked = c.import();
    CHECK_NOTHROW(verify(checked, Stage::imported));
    std::size_t checks = 0;
    for (const NodeId id : checked.graph.order()) checks += checked.graph[id].op == Op::check;
    CHECK(checks == 1);
  }
}

TEST_CASE("computed floats and bools are tensors") {
  ImportCase c;
  c.input("x", {size("s0")});
  c.graph().symIntValues["n"] = size("s0");
  c.graph().symBoolValues["big"] = exported::Expression{"s0 > 4", std::nullopt};
  c.node("torch.ops.aten.sym_size.int",
         {named("self", tensor("x")), named("dim", {std::int64_t{0}})}, {symInt("n")});
  c.node("_operator.gt", {named("a", symInt("n")), named("b", {std::int64_t{4}})},
         {{exported::SymBoolArgument(exported::SymbolName{"big"})}});
  c.output({exported::SymBoolArgument(exported::SymbolName{"big"})});
  const Module module = c.import();
  const Node& node = module.graph[module.graph.order().at(0)];
  CHECK(node.target == "_operator.gt");
  CHECK(node.attributes == Attributes{{"a", Dim::symbol("s0")}, {"b", 4}});
  CHECK(module.graph[module.graph.outputs[0]].type == TensorType{DType::boolean, {}, {}});
  CHECK(module.outputs[0].isScalar);
}
