// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nested graphs and the checks on their borders.
#include <doctest/doctest.h>

#include "ir/verify.h"
#include "tests/unit/reader/import_case.h"

using namespace mcc;
using namespace mcc::test;
using NestedGraph = exported::Graph;

namespace {

// One unary node on x: f32[2].
NestedGraph unaryGraph(const std::string& target, const SymSizes& result = {size(2)}) {
  ImportCase c;
  c.input("x", {size(2)});
  c.value("r", result);
  c.node(target, {named("self", tensor("x"))}, {tensor("r")});
  c.output(tensor("r"));
  return c.program.module.graph;
}

exported::Argument region(const NestedGraph& graph) {
  return {exported::GraphArgument{"g", std::make_shared<const NestedGraph>(graph)}};
}

// cond(p, sin, otherwise, operands) on x: f32[2].
ImportCase cond(const NestedGraph& otherwise, const std::vector<std::string>& operands) {
  ImportCase c;
  c.input("p", {});
  c.graph().tensorValues["p"].dtype = exported::ScalarType::boolean;
  c.input("x", {size(2)});
  c.node("torch.ops.higher_order.cond",
         {position(tensor("p")), position(region(unaryGraph("torch.ops.aten.sin.default"))),
          position(region(otherwise)), position(tensors(operands))},
         {tensor("y")});
  c.output(tensor("y"));
  return c;
}

NestedGraph cosine() { return unaryGraph("torch.ops.aten.cos.default"); }

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("nested graphs become regions, other arguments get torch's names") {
  const Module module = cond(cosine(), {"x"}).import();
  CHECK_NOTHROW(verify(module, Stage::imported));
  const Node& node = module.graph[module.graph.order().at(0)];
  CHECK(node.attributes ==
        Attributes{{"pred", Operand{0}}, {"operands", Attribute::List{Operand{1}}}});
  REQUIRE(node.regions.size() == 2);
  const Graph& second = node.regions[1];
  CHECK(second[second.order().at(0)].target == "aten.cos.default");
  CHECK(second.inputs.size() == 1);
  CHECK(second.outputs.size() == 1);
}

TEST_CASE("regions of cond must fit operands and results") {
  CHECK(mentions(cond(cosine(), {}).error(), "cond: operands: the region has 1, the node 0"));
  const NestedGraph wide = unaryGraph("torch.ops.aten.cos.default", {size(3)});
  CHECK(mentions(cond(wide, {"x"}).error(),
                 "cond: results: number 0 is f32[3] in the region, but f32[2] outside"));
  NestedGraph unknown = cosine();
  unknown.tensorValues["x"].sizes = {size("s9")};
  CHECK(mentions(cond(unknown, {"x"}).error(), "\"s9\" is the size of no input"));
  NestedGraph twice = cosine();
  twice.outputs.push_back(twice.outputs[0]);
  CHECK(mentions(cond(twice, {"x"}).error(), "cond: results: the region has 2, the node 1"));
}

TEST_CASE("a region sees only its own inputs") {
  NestedGraph outside = cosine();
  outside.nodes[0].inputs[0].argument = tensor("p");
  CHECK(cond(outside, {"x"}).error().find("there is no value \"p\" in this graph") !=
        std::string::npos);
}

TEST_CASE("loops carry values of one type") {
  const auto loop = [](const NestedGraph& condition, const NestedGraph& body) {
    ImportCase c;
    c.input("x", {size(2)});
    c.node("torch.ops.higher_order.while_loop",
           {position(region(condition)), position(region(body)), position(tensors({"x"})),
            position(tensors({}))},
           {tensor("y")});
    c.output(tensor("y"));
    return c;
  };
  NestedGraph condition = unaryGraph("torch.ops.aten.any.default", {});
  CHECK(mentions(loop(condition, cosine()).error(), "the condition must give one bool"));
  condition.tensorValues["r"].dtype = exported::ScalarType::boolean;
  const Module module = loop(condition, cosine()).import();
  CHECK(module.graph[module.graph.order().at(0)].attributes ==
        Attributes{{"carried_inputs", Attribute::List{Operand{0}}},
                   {"additional_inputs", Attribute::List{}}});
  NestedGraph changed = cosine();
  changed.tensorValues["r"].dtype = exported::ScalarType::f64;
  CHECK(mentions(loop(condition, changed).error(), "while_loop"));
}
