// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tree specs of every container that PyTorch knows.
#include "compiler/reader/tree_spec.h"

#include <doctest/doctest.h>

#include "ir/diagnostics.h"

namespace mcc::exported {
namespace {

const std::string kLeaf = R"({"type": null, "context": null, "children_spec": []})";

std::string node(const std::string& type, const std::string& context, const std::string& children) {
  return R"({"type": ")" + type + R"(", "context": )" + context + R"(, "children_spec": [)" +
         children + "]}";
}

TreeSpec parse(const std::string& tree) {
  return parseTreeSpec("in_spec", "[1, " + tree + "]");
}

std::string complaint(const std::string& text) {
  try {
    parseTreeSpec("in_spec", text);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("tree specs: nesting, keys and leaves") {
  const std::string dict = node("builtins.dict", R"("[\"a\", \"b\"]")", kLeaf + "," + kLeaf);
  const TreeSpec tree =
      parse(node("builtins.tuple", "\"null\"",
                 dict + ", " + kLeaf + ", " + node("builtins.list", "\"null\"", kLeaf)));
  CHECK(tree.kind == TreeSpec::Kind::tuple);
  CHECK(tree.leafCount() == 4);
  CHECK(tree.children[0].kind == TreeSpec::Kind::dict);
  CHECK(tree.children[0].keys == std::vector<std::string>{"a", "b"});
  CHECK(tree.children[1].kind == TreeSpec::Kind::leaf);
  CHECK(tree.children[2].kind == TreeSpec::Kind::list);
}

TEST_CASE("tree specs: the other containers") {
  using Kind = TreeSpec::Kind;
  const TreeSpec ordered =
      parse(node("collections.OrderedDict", R"("[\"z\", 3]")", kLeaf + "," + kLeaf));
  CHECK(ordered.kind == Kind::orderedDict);
  CHECK(ordered.keys == std::vector<std::string>{"z", "3"});
  const TreeSpec defaulted =
      parse(node("collections.defaultdict",
                 R"("{\"default_factory_name\": \"int\", \"dict_context\": [\"k\"]}")", kLeaf));
  CHECK(defaulted.kind == Kind::defaultDict);
  CHECK(defaulted.keys == std::vector<std::string>{"k"});
  const TreeSpec named = parse(node("collections.namedtuple", "\"pkg.Pair\"", kLeaf));
  CHECK(named.kind == Kind::namedTuple);
  CHECK(named.context == "pkg.Pair");
  CHECK(parse(node("collections.deque", "null", kLeaf)).kind == Kind::deque);
  CHECK(parse(node("pkg.Cache", "\"any text\"", kLeaf)).kind == Kind::other);
}

TEST_CASE("tree specs: what is refused") {
  for (const char* text : {"", "[1]", "[2, {}]", "{}", "[1, {\"type\": null}]", "[1, 7]"}) {
    CAPTURE(text);
    CHECK(complaint(text).starts_with("in_spec"));
  }
  CHECK(complaint("[1, " + node("builtins.dict", R"("[\"a\"]")", "") + "]").find("keys") !=
        std::string::npos);
  CHECK(complaint("[1, " + node("builtins.dict", "\"null\"", "") + "]").find("context") !=
        std::string::npos);
  std::string deep = kLeaf;
  for (int i = 0; i < 5000; ++i) deep = node("builtins.list", "\"null\"", deep);
  CHECK(complaint("[1, " + deep + "]").find("nested deeper") != std::string::npos);
}

}  // namespace mcc::exported
