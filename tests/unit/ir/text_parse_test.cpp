// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing of hand-written IR, and of what is no IR.
#include <doctest/doctest.h>

#include "ir/diagnostics.h"
#include "ir/text.h"

using namespace mcc;

namespace {

constexpr const char* kNet = R"(module "net" {
  // A comment of its own.
  symbols { s0: 1..64 "x_0" from input 0 dim 0 }
  guards { equal(s0//2, s0 - s0//2) "even" }
  graph(%x: f32[s0, 4]) {
    %w = constant {tensor = #w} : f32[4]  // note: not an origin
    %k = constant {tensor = f32[4]{1, 2.5, -inf, 1e3}} : f32[4]
    %p, %q = max_pool(%x) {kernel = [2], value = s0//2} : f32[s0, 4], i64[s0, 4]  // a.py:3 m n
    %y = fused(%p, %w) : f32[s0, 4] regions {
      graph(%a: f32[s0, 4], %b: f32[4]) {
        %c = add(%a, %b) : f32[s0, 4]
        return (%c)
      }
    }
    return (%y as "out", %q)
  }
}
)";

Sidecar weights() {
  return {{"w", std::make_shared<const Tensor>(Tensor(DType::f32, {4}))}};
}

std::string messageOf(const std::string& text) {
  try {
    parse(text, weights());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string inGraph(const std::string& statements) {
  return "module \"m\" {\n  graph(%x: f32[2]) {\n" + statements + "\nreturn ()\n}\n}\n";
}

}  // namespace

TEST_CASE("text: hand-written IR is read") {
  const Module module = parse(kNet, weights());
  const Graph& graph = module.graph;
  REQUIRE(graph.order().size() == 4);
  CHECK(module.symbols.at("s0").range == Range{1, 64});
  CHECK(module.guards.at(0).left == floorDiv(Dim::symbol("s0"), 2));
  CHECK(graph[graph.inputs[0]].type.shape == Shape{Dim::symbol("s0"), 4});
  const Node& pool = graph[graph.order()[2]];
  CHECK(pool.origin == Origin{"n", "m", "a.py", 3});
  CHECK(pool.outputs.size() == 2);
  CHECK(pool.attributes.dim("value") == floorDiv(Dim::symbol("s0"), 2));
  CHECK(graph[graph.order()[0]].origin == Origin());
  const TensorRef k = graph[graph.order()[1]].attributes.tensor("tensor");
  CHECK(k->real(1) == 2.5);
  CHECK(k->real(3) == 1000);
  CHECK(graph[graph.order()[3]].regions.size() == 1);
  CHECK(module.inputs.at(0).name == "x");
  CHECK(module.outputs.at(0).name == "out");
  CHECK(module.outputs.at(1).name == "q");
  const std::string text = print(module);
  CHECK(print(parse(text, {{module.graph[graph.order()[0]].attributes.tensor("tensor")
                                ->contentHash(),
                            weights().at("w")}})) == text);
}

TEST_CASE("text: errors name line and column") {
  const std::pair<std::string, std::string> cases[] = {
      {"", "1:1: expected 'module'"},
      {"module net {}", "1:8: expected '\"'"},
      {inGraph("%y = relu(%z) : f32[2]"), "3:13: %z is not defined"},
      {inGraph("%x = relu(%x) : f32[2]"), "3:4: %x is defined twice"},
      {inGraph("%y = bogus(%x) : f32[2]"), "3:11: unknown operator 'bogus'"},
      {inGraph("%y = relu(%x) : f31[2]"), "3:20: unknown element type 'f31'"},
      {inGraph("%y = relu(%x) : f32[2/3]"), "3:21: cannot read the size '2/3': unexpected '/'"},
      {inGraph("%y = relu(%x)"), "4:1: expected ':'"},
      {inGraph("%y = full {}"), "4:1: expected ':'"},
      {inGraph("%y = full() {a = 1, a = 2} : f32[]"), "3:23: attribute 'a' stands twice"},
      {inGraph("%y = full() {a = #nothere} : f32[]"), "3:26: the sidecar has no constant"},
      {inGraph("%y = full() {a = i8[1]{300}} : f32[]"), "the number does not fit"},
      {inGraph("%y = full() {a = f32[999999999]{}} : f32[]"), "too few elements"},
      {inGraph("%y = full() {a = \"x} : f32[]"), "a string without end"},
      {inGraph("%y = full() {a = \"\\xZ1\"} : f32[]"), "two hexadecimal digits"},
      {inGraph("%y = full() {a = $-1} : f32[]"), "operand is out of range"},
      {std::string(kNet) + "x", "text after the end"},
  };
  for (const auto& [source, wanted] : cases) {
    const std::string text = source;
    const std::string message = wanted;
    CAPTURE(text);
    CAPTURE(message);
    const std::string actual = messageOf(text);
    CAPTURE(actual);
    CHECK(actual.find(message) != std::string::npos);
  }
}

TEST_CASE("text: whatever is cut off or altered is refused or read, never worse") {
  const std::string text = kNet;
  int refused = 0;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    CAPTURE(i);
    CHECK(messageOf(text.substr(0, i)) != "");
    for (const char c : {'{', '"', '%', '9', '\n', '\xff'}) {
      std::string altered = text;
      altered[i] = c;
      refused += messageOf(altered).empty() ? 0 : 1;
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("text: nesting is bounded") {
  CHECK(messageOf(inGraph("%y = full() {a = " + std::string(100000, '['))).find("too deeply") !=
        std::string::npos);
  std::string regions;
  for (int i = 0; i < 100; ++i) regions += "fused() regions { graph() {";
  CHECK(messageOf(inGraph(regions)).find("too deeply") != std::string::npos);
}

TEST_CASE("sidecar: files that are cut short or contradict themselves are refused") {
  const std::string bytes = writeSidecar(weights());
  CHECK(readSidecar(bytes).at("w")->shape() == Sizes{4});
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    CHECK_THROWS_AS(readSidecar(bytes.substr(0, i)), Error);
  }
  CHECK_THROWS_AS(readSidecar(bytes + "x"), Error);
  std::string altered = bytes;
  altered[8 + 8 + 8 + 1 + 8 + 3 + 8] = 5;  // the shape
  CHECK_THROWS_AS(readSidecar(altered), Error);
}
