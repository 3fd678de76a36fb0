// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The textual IR: what is printed reads back as the same module, and prints the same again.
#include "ir/text.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ir/diagnostics.h"

using namespace mcc;

namespace {

TensorRef makeTensor(DType dtype, Sizes shape, double step) {
  Tensor tensor(dtype, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (isFloat(dtype)) tensor.setReal(i, step * static_cast<double>(i));
    if (!isFloat(dtype)) tensor.setInteger(i, i);
  }
  return std::make_shared<const Tensor>(std::move(tensor));
}

// Equal but for the names of values and the numbers of handles.
bool equal(const Graph& a, const Graph& b);

bool equal(const Node& a, const Node& b) {
  if (a.op != b.op || a.target != b.target || a.attributes != b.attributes) return false;
  if (a.origin != b.origin || a.regions.size() != b.regions.size()) return false;
  for (std::size_t i = 0; i < a.regions.size(); ++i) {
    if (!equal(a.regions[i], b.regions[i])) return false;
  }
  return a.inputs.size() == b.inputs.size() && a.outputs.size() == b.outputs.size();
}

bool equal(const Graph& a, const Graph& b) {
  std::vector<ValueId> match(a.valueCount());  // value of b for a value of a
  const auto pair = [&](const std::vector<ValueId>& mine, const std::vector<ValueId>& its) {
    for (std::size_t i = 0; i < mine.size(); ++i) {
      match[mine[i].index] = its[i];
      if (!(a[mine[i]].type == b[its[i]].type)) return false;
    }
    return true;
  };
  const auto same = [&](const std::vector<ValueId>& mine, const std::vector<ValueId>& its) {
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if ((mine[i].valid() ? match[mine[i].index] : ValueId()) != its[i]) return false;
    }
    return true;
  };
  if (a.inputs.size() != b.inputs.size() || a.outputs.size() != b.outputs.size()) return false;
  if (a.order().size() != b.order().size() || !pair(a.inputs, b.inputs)) return false;
  for (std::size_t i = 0; i < a.order().size(); ++i) {
    const Node& mine = a[a.order()[i]];
    const Node& its = b[b.order()[i]];
    if (!equal(mine, its) || !same(mine.inputs, its.inputs)) return false;
    if (!pair(mine.outputs, its.outputs)) return false;
  }
  return same(a.outputs, b.outputs);
}

void checkRoundTrip(const Module& module) {
  Sidecar sidecar;
  const std::string text = print(module, &sidecar);
  CAPTURE(text);
  const Module back = parse(text, readSidecar(writeSidecar(sidecar)));
  CHECK(print(back) == text);
  CHECK(equal(module.graph, back.graph));
  CHECK(module.name == back.name);
  CHECK(module.symbols == back.symbols);
  REQUIRE(back.inputs.size() == back.graph.inputs.size());
  REQUIRE(back.outputs.size() == back.graph.outputs.size());
  for (std::size_t i = 0; i < module.inputs.size(); ++i) {
    CHECK(module.inputs[i].kind == back.inputs[i].kind);
    CHECK(module.inputs[i].name == back.inputs[i].name);
    CHECK(module.inputs[i].isScalar == back.inputs[i].isScalar);
    CHECK(Attribute(module.inputs[i].initial) == Attribute(back.inputs[i].initial));
  }
  for (std::size_t i = 0; i < module.outputs.size(); ++i) {
    CHECK(module.outputs[i].kind == back.outputs[i].kind);
    CHECK(module.outputs[i].name == back.outputs[i].name);
    CHECK(module.outputs[i].target == back.outputs[i].target);
    CHECK(module.outputs[i].isScalar == back.outputs[i].isScalar);
  }
  REQUIRE(module.guards.size() == back.guards.size());
  for (std::size_t i = 0; i < module.guards.size(); ++i) {
    CHECK(module.guards[i].relation == back.guards[i].relation);
    CHECK(module.guards[i].left == back.guards[i].left);
    CHECK(module.guards[i].right == back.guards[i].right);
    CHECK(module.guards[i].text == back.guards[i].text);
  }
}

Node makeNode(Op op, std::vector<ValueId> inputs, Attributes attributes = {}, Origin origin = {}) {
  Node node;
  node.op = op;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  node.origin = std::move(origin);
  return node;
}

Module makeModule(Graph graph = {}) {
  Module module;
  module.name = "m";
  module.graph = std::move(graph);
  return module;
}

Graph pointwiseRegion(Op op, const Shape& shape) {
  Graph graph;
  const ValueId a = graph.addInput("a", {DType::f32, shape, {}});
  const NodeId node = graph.append(makeNode(op, {a}), {{DType::f32, shape, {}}});
  graph.outputs = graph[node].outputs;
  return graph;
}

Module network() {
  const Dim s = Dim::symbol("s77");
  Module module;
  module.name = "net";
  module.symbols["s77"] = {Symbol::Source::inputDim, {2, 1024}, "x_0", 0, 3, 8};
  module.symbols["s9"] = {Symbol::Source::inputValue, {-4, Range::kUnbounded}, "n", 1, 0, 1};
  module.symbols["u0"] = {Symbol::Source::node, {0, 5}, "found", 0, 0, 1};
  module.guards.push_back({Guard::Relation::lessEqual, floorDiv(s, 2), max(s - 3, 4),
                           "s77//2 <= Max(\"…\")\n"});
  Graph& graph = module.graph;
  const ValueId x = graph.addInput("x", {DType::f32, {1, 3, 32, 8 * s}, {}});
  const ValueId n = graph.addInput("n", {DType::i64, {}, {}});
  const ValueId h = graph.addInput("h", {DType::f32, {3, 4}, {}});
  module.inputs = {{InputKind::user, "image", nullptr, false},
                   {InputKind::user, "n", nullptr, true},
                   {InputKind::state, "h", makeTensor(DType::f32, {3, 4}, 0.1), false}};
  const NodeId w = graph.append(
      makeNode(Op::constant, {}, {{"tensor", makeTensor(DType::f32, {8, 3, 3, 3}, 0.25)}},
               {"conv2d_3", "features.0", "net.py", 12}),
      {{DType::f32, {8, 3, 3, 3}, {}}});
  Node conv = makeNode(Op::aten, {x, graph[w].outputs[0], {}},
                       {{"input", Operand{0}}, {"stride", std::vector<Dim>{1, 1}}, {"groups", 1}},
                       {"conv2d_3", "", "odd name.py", 0});
  conv.target = "aten.conv2d.default";
  const NodeId y = graph.append(conv, {{DType::f32, {1, 8, 32, 8 * s - floorDiv(s, 3)}, {}}});
  graph[graph[y].outputs[0]].name = "x";  // as the input's
  Node cond = makeNode(Op::cond, {n, h}, {}, {"-", "a b", "", -3});
  cond.regions = {pointwiseRegion(Op::relu, {3, 4}), pointwiseRegion(Op::neg, {3, 4})};
  const NodeId c = graph.append(cond, {{DType::f32, {3, 4}, {}}});
  graph.append(makeNode(Op::check, {n}, {{"message", "n > 0"}}), {});
  graph.outputs = {graph[y].outputs[0], graph[c].outputs[0], x, ValueId()};
  module.outputs = {{OutputKind::user, "logits", 0, false},
                    {OutputKind::state, "h", 2, false},
                    {OutputKind::mutation, "image", 0, false},
                    {OutputKind::user, "none", 0, true}};
  return module;
}

Module withAttribute(Attribute value) {
  Module module = makeModule();
  module.graph.append(makeNode(Op::full, {}, {{"value", std::move(value)}}),
                      {{DType::f32, {}, {}}});
  return module;
}

std::string printedAttribute(Attribute value) {
  const std::string text = print(withAttribute(std::move(value)));
  const std::size_t start = text.find("{value = ") + 9;
  return text.substr(start, text.find("} : f32[]") - start);
}

void checkAttributes(const std::vector<std::pair<Attribute, std::string>>& cases) {
  for (const auto& [attribute, wanted] : cases) {
    const std::string text = wanted;
    CAPTURE(text);
    CHECK(printedAttribute(attribute) == text);
    checkRoundTrip(withAttribute(attribute));
  }
}

}  // namespace

TEST_CASE("text: a module with everything reads back") { checkRoundTrip(network()); }

TEST_CASE("text: the form is as documented") {
  const std::string text = print(network());
  for (const std::string part :
       {"module \"net\" {\n  symbols {\n    s77: 2..1024 \"x_0\" from input 0 dim 3 times 8\n",
        "    s9: -4.. \"n\" from input 1\n", "    u0: 0..5 \"found\" from node\n",
        "    lessEqual(s77//2, max(s77 - 3, 4)) \"s77//2 <= Max(\\\"\\xe2\\x80\\xa6\\\")\\n\"\n",
        "%x: f32[1, 3, 32, 8*s77] as \"image\"", "%h: f32[3, 4] as state \"h\" = #",
        " : f32[8, 3, 3, 3]  // net.py:12 features.0 conv2d_3\n",
        "    %x_1 = aten \"aten.conv2d.default\"(%x, %0, none) "
        "{input = $0, stride = [1, 1], groups = 1} : f32[1, 8, 32, 8*s77 - s77//3]  "
        "// \"odd name.py\":0 - conv2d_3\n",
        "    %1 = cond(%n, %h) : f32[3, 4] regions {  // -:-3 \"a b\" \"-\"\n      graph(%a: f32",
        "        %0 = relu(%a) : f32[3, 4]\n        return (%0)\n      }\n",
        "    check(%n) {message = \"n > 0\"}\n",
        "    return (\n        %x_1 as \"logits\",\n        %1 as state \"h\" of 2,\n"}) {
    CAPTURE(part);
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("text: origins can be left out") {
  TextOptions options;
  options.origins = false;
  const std::string text = print(network(), nullptr, options);
  CHECK(text.find("//  ") == std::string::npos);
  CHECK(text.find("features.0") == std::string::npos);
}

TEST_CASE("text: every kind of scalar attribute reads back") {
  const double least = std::numeric_limits<double>::denorm_min();
  const Dim reserved = Dim::symbol("f32");
  checkAttributes({
      {{}, "none"},
      {true, "true"},
      {false, "false"},
      {3, "3"},
      {INT64_MIN, "-9223372036854775808"},
      {floorDiv(Dim::symbol("s0"), 2) * 3, "3*(s0//2)"},
      {reserved, "(f32)"},
      {-reserved, "(-f32)"},
      {Dim::symbol("inf") + 1, "(inf + 1)"},
      {1.0, "1.0"},
      {-0.0, "-0.0"},
      {1e-5, "1e-05"},
      {least, "5e-324"},
      {-HUGE_VAL, "-inf"},
      {std::complex<double>(1, -2.5), "complex(1.0, -2.5)"},
      {"a \"b\" \\ \n\t\x01 é", R"("a \"b\" \\ \n\t\x01 \xc3\xa9")"},
      {"", "\"\""},
      {DType::bf16, "bf16"},
      {DType::boolean, "bool"},
  });
  CHECK(printedAttribute(std::nan("")) == "nan");
  const Module back = parse(print(withAttribute(std::nan(""))), {});
  CHECK(std::isnan(back.graph[back.graph.order()[0]].attributes.real("value")));
}

TEST_CASE("text: operands, tensors and lists read back") {
  checkAttributes({
      {Operand{2}, "$2"},
      {TensorRef(), "#none"},
      {makeTensor(DType::f32, {2, 2}, 0.1), "f32[2, 2]{0.0, 0.1, 0.2, 0.3}"},
      {makeTensor(DType::f16, {3}, 0.5), "f16[3]{0.0, 0.5, 1.0}"},
      {makeTensor(DType::i8, {}, 0), "i8[]{0}"},
      {makeTensor(DType::boolean, {2}, 0), "bool[2]{false, true}"},
      {makeTensor(DType::i64, {0, 4}, 0), "i64[0, 4]{}"},
      {Attribute::List{}, "[]"},
      {Attribute::List{1, 2.0, Attribute(), Attribute::List{"x"}}, "[1, 2.0, none, [\"x\"]]"},
  });
}

TEST_CASE("text: numbers of f32 constants keep their bits") {
  for (const float value :
       {0.1f, 1.17549421e-38f, 1e-45f, 3.4028235e38f, -HUGE_VALF, 16777216.0f}) {
    Tensor tensor(DType::f32, {1});
    tensor.setReal(0, static_cast<double>(value));
    checkRoundTrip(withAttribute(TensorRef(std::make_shared<const Tensor>(tensor))));
  }
}

TEST_CASE("text: names of values are made unique, and numbers stand for none") {
  Graph graph;
  for (const char* name : {"a", "a", "a_1", "", "0", "b c", "é.1"}) {
    graph.addInput(name, {DType::f32, {}, {}});
  }
  const Module module = makeModule(graph);
  const std::string text = print(module);
  CHECK(text.find("(\n      %a: f32[] as \"a\",\n      %a_1: ") != std::string::npos);
  for (const char* name : {"%a_1_1: ", "%0: ", "%_0: ", "%b_c: ", "%__.1: "}) {
    CAPTURE(name);
    CHECK(text.find(name) != std::string::npos);
  }
  checkRoundTrip(module);
  const Module back = parse(text, {});
  CHECK(back.graph[back.graph.inputs[3]].name == "");
  CHECK(back.graph[back.graph.inputs[2]].name == "a_1_1");
}

TEST_CASE("text: quantized types read back") {
  Module module = makeModule();
  const Quantization channels{{0.5, 0.1}, {0, -3}, 1};
  module.graph.outputs = {module.graph.addInput("q", {DType::i8, {4, 2}, channels})};
  CHECK(print(module).find("i8[4, 2] quantized(scale [0.5, 0.1], zero [0, -3], axis 1)") !=
        std::string::npos);
  checkRoundTrip(module);
}

TEST_CASE("text: erased nodes leave no trace") {
  Module module = network();
  const std::string before = print(module);
  const NodeId extra = module.graph.insertBefore(
      module.graph.order()[1], makeNode(Op::relu, {module.graph.inputs[0]}),
      {{DType::f32, {1}, {}}});
  CHECK(print(module) != before);
  module.graph.erase(extra);
  CHECK(print(module) == before);
}

TEST_CASE("text: equal constants share an entry of the sidecar") {
  Module module = makeModule();
  for (int i = 0; i < 2; ++i) {
    module.graph.append(
        makeNode(Op::constant, {}, {{"tensor", makeTensor(DType::f32, {9}, 0.5)}}),
        {{DType::f32, {9}, {}}});
  }
  Sidecar sidecar;
  print(module, &sidecar);
  REQUIRE(sidecar.size() == 1);
  CHECK(sidecar.begin()->first == makeTensor(DType::f32, {9}, 0.5)->contentHash());
  CHECK(sidecar.begin()->first != makeTensor(DType::f32, {3, 3}, 0.5)->contentHash());
  CHECK(sidecar.begin()->first != makeTensor(DType::f32, {9}, 0.25)->contentHash());
}
