// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Import of nested graphs and the checks on their borders.
#include "compiler/reader/import_regions.h"

#include "compiler/reader/bytes.h"
#include "compiler/reader/import_names.h"
#include "compiler/reader/import_nodes.h"

namespace mcc {
namespace {

using exported::Argument;

// A literal has no name and nothing inside refers to it; its place is kept.
void addInput(ImportScope& scope, const Argument& input, const Origin& origin) {
  const std::string name = valueNameOf(input);
  Graph& graph = scope.target();
  if (input.as<exported::TensorName>()) {
    const TensorType type = scope.typeOf(name);
    for (const Dim& dim : type.shape) scope.symbols().addNodeSymbols(dim);
    scope.define(name, {graph.addInput(name, type), {}});
  } else if (name.empty()) {
    throw Error(std::string("an input of a nested graph is ") + exported::tagOf(input) +
                ", which is not supported");
  } else if (input.as<exported::SymIntArgument>()) {
    scope.bindInteger(name, graph.addInput(name, {DType::i64, {}, {}}), origin);
  } else if (input.as<exported::SymFloatArgument>()) {
    scope.define(name, {graph.addInput(name, {DType::f64, {}, {}}), {}});
  } else {
    scope.define(name, {graph.addInput(name, {DType::boolean, {}, {}}), {}});
  }
}

[[noreturn]] void fail(const Node& node, const std::string& what) {
  throw Error(node.target + ": " + what, "the file contradicts itself; export the model again",
              node.origin);
}

bool contradict(const TensorType& a, const TensorType& b) {
  if (a.dtype != b.dtype || a.rank() != b.rank()) return true;
  for (std::int64_t d = 0; d < a.rank(); ++d) {
    const Dim difference = a.dim(d) - b.dim(d);
    if (difference.isConstant() && difference != Dim(0)) return true;
  }
  return false;
}

using Types = std::vector<TensorType>;

Types typesOf(const Graph& graph, const std::vector<ValueId>& values) {
  Types types;
  for (const ValueId value : values) types.push_back(graph[value].type);
  return types;
}

void checkSame(const Node& node, const std::string& what, const Types& inside,
               const Types& outside) {
  if (inside.size() != outside.size()) {
    fail(node, what + ": the region has " + std::to_string(inside.size()) + ", the node " +
                   std::to_string(outside.size()));
  }
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (!contradict(inside[i], outside[i])) continue;
    fail(node, what + ": number " + std::to_string(i) + " is " + text(inside[i]) +
                   " in the region, but " + text(outside[i]) + " outside");
  }
}

void checkRegionCount(const Node& node, std::size_t count) {
  if (node.regions.size() == count) return;
  fail(node, "has " + std::to_string(node.regions.size()) + " regions instead of " +
                 std::to_string(count));
}

bool isBool(const TensorType& type) {
  return type.dtype == DType::boolean && type.elementCount() == Dim(1);
}

void checkCond(const Graph& graph, const Node& node) {
  checkRegionCount(node, 2);
  const Attribute* predicate = node.attributes.find("pred");
  std::vector<ValueId> operands = node.inputs;
  if (predicate != nullptr && predicate->is<Operand>()) {
    if (!isBool(graph[node.inputs.at(0)].type)) fail(node, "the predicate is no bool");
    operands.erase(operands.begin());
  }
  for (const Graph& region : node.regions) {
    checkSame(node, "operands", typesOf(region, region.inputs), typesOf(graph, operands));
    checkSame(node, "results", typesOf(region, region.outputs), typesOf(graph, node.outputs));
  }
}

void checkWhile(const Graph& graph, const Node& node) {
  checkRegionCount(node, 2);
  const Types operands = typesOf(graph, node.inputs);
  for (const Graph& region : node.regions) {
    checkSame(node, "operands", typesOf(region, region.inputs), operands);
  }
  const Graph& condition = node.regions[0];
  if (condition.outputs.size() != 1 || !isBool(condition[condition.outputs[0]].type)) {
    fail(node, "the condition must give one bool");
  }
  const Graph& body = node.regions[1];
  const Types results = typesOf(body, body.outputs);
  checkSame(node, "results", results, typesOf(graph, node.outputs));
  if (results.size() > operands.size()) fail(node, "more results than carried values");
  checkSame(node, "carried values", results,
            {operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(results.size())});
}

struct RegionCheck {
  const char* target;
  void (*check)(const Graph& graph, const Node& node);
};
constexpr RegionCheck kChecks[] = {
    {"higher_order.cond", checkCond},
    {"higher_order.while_loop", checkWhile},
};

}  // namespace

Graph importRegion(const exported::Graph& source, ImportSymbols& symbols, const Origin& origin) {
  Graph region;
  ImportScope scope(source, region, symbols);
  for (const Argument& input : source.inputs) addInput(scope, input, origin);
  importNodes(scope);
  for (const Argument& output : source.outputs) {
    region.outputs.push_back(importOutput(scope, output, origin));
  }
  return region;
}

void checkRegions(const Graph& graph, const Node& node) {
  for (const RegionCheck& row : kChecks) {
    if (node.target == row.target) row.check(graph, node);
  }
}

}  // namespace mcc
