// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of inputs and outputs.
#include "compiler/reader/import_names.h"

#include <doctest/doctest.h>

#include "tests/unit/reader/import_case.h"

using namespace mcc;
using namespace mcc::test;
using exported::TreeSpec;

namespace {

TreeSpec leaf() { return {}; }
TreeSpec tree(TreeSpec::Kind kind, std::vector<TreeSpec> children,
              std::vector<std::string> keys = {}) {
  TreeSpec out;
  out.kind = kind;
  out.children = std::move(children);
  out.keys = std::move(keys);
  return out;
}
TreeSpec tuple(std::vector<TreeSpec> children) {
  return tree(TreeSpec::Kind::tuple, std::move(children));
}
TreeSpec dict(std::vector<std::string> keys, std::vector<TreeSpec> children) {
  return tree(TreeSpec::Kind::dict, std::move(children), std::move(keys));
}

// A module with the trees' numbers of inputs and outputs.
exported::GraphModule moduleOf(TreeSpec arguments, TreeSpec keywords, TreeSpec outputs,
                               std::vector<std::string> names) {
  ImportCase c;
  for (std::int64_t i = 0; i < arguments.leafCount() + keywords.leafCount(); ++i) {
    c.input("value" + std::to_string(i), {size(1)});
  }
  for (std::int64_t i = 0; i < outputs.leafCount(); ++i) c.output(tensor("value0"));
  c.program.module.call =
      exported::CallSignature{tuple({arguments, keywords}), outputs, std::move(names)};
  return c.program.module;
}

using Names = std::vector<std::string>;

Names outputNamesOf(const TreeSpec& outputs) {
  return outputNames(moduleOf(tuple({leaf()}), dict({}, {}), outputs, {"x"}));
}

}  // namespace

TEST_CASE("nested inputs are named by their path") {
  const auto module =
      moduleOf(tuple({leaf(), tuple({leaf(), dict({"k"}, {leaf()})})}),
               dict({"bias"}, {leaf()}), leaf(), {"image", "rest", "bias"});
  const std::vector<InputPath> paths = inputPaths(module);
  REQUIRE(paths.size() == 4);
  CHECK(paths[0].name == "image");
  CHECK(paths[0].source == "L['image']");
  CHECK(paths[1].name == "rest_0");
  CHECK(paths[1].source == "L['rest'][0]");
  CHECK(paths[2].name == "rest_1_k");
  CHECK(paths[2].source == "L['rest'][1]['k']");
  CHECK(paths[3].name == "bias");
}

TEST_CASE("fields of named tuples are names") {
  TreeSpec pair = tree(TreeSpec::Kind::namedTuple, {leaf(), leaf()});
  pair.context = "net.Pair";
  auto module = moduleOf(tuple({pair}), dict({}, {}), pair, {"p"});
  module.namedTupleFields["net.Pair"] = {"first", "second"};
  CHECK(inputPaths(module)[1].name == "p_second");
  CHECK(outputNames(module) == Names{"first", "second"});
}

TEST_CASE("without recorded names the graph's values lend theirs") {
  const auto module = moduleOf(tuple({leaf()}), dict({}, {}), leaf(), {});
  CHECK(inputPaths(module)[0].name == "value0");
}

TEST_CASE("outputs are named by keys, else counted") {
  CHECK(outputNamesOf(leaf()) == Names{"output"});
  CHECK(outputNamesOf(tuple({leaf(), tuple({leaf(), leaf()})})) ==
        Names{"output", "output_1", "output_2"});
  CHECK(outputNamesOf(dict({"a", "b"}, {leaf(), tuple({leaf(), leaf()})})) ==
        Names{"a", "b_0", "b_1"});
  CHECK(outputNamesOf(tuple({leaf(), dict({"k"}, {leaf()}), leaf()})) ==
        Names{"output", "k", "output_2"});
  CHECK(outputNamesOf(tuple({leaf(), dict({"output"}, {leaf()})})) == Names{"output", "output"});
}
