// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rebuilds graphs node by node: core nodes are copied, ATen nodes rewritten by their rule.
#include "passes/decompose.h"

#include <map>

#include "passes/decompose/decomposer.h"
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

// Two sizes that can't both be right.
bool contradict(const Dim& a, const Dim& b) {
  return a.isConstant() && b.isConstant() && a != b;
}

bool contradict(const TensorType& a, const TensorType& b) {
  if (a.dtype != b.dtype || a.rank() != b.rank()) return true;
  for (std::int64_t d = 0; d < a.rank(); ++d) {
    if (contradict(a.dim(d), b.dim(d))) return true;
  }
  return false;
}

}  // namespace

Graph Decomposer::run(const Graph& source) {
  Graph target;
  std::vector<ValueId> map(source.valueCount());
  for (const ValueId input : source.inputs) {
    map[input.index] = target.addInput(source[input].name, source[input].type);
  }
  for (const NodeId id : source.order()) {
    Node node = source[id];
    for (ValueId& input : node.inputs) {
      if (input.valid()) input = map[input.index];
    }
    const std::vector<ValueId> results = rewrite(target, source, id, std::move(node));
    for (std::size_t i = 0; i < results.size(); ++i) {
      map[source[id].outputs[i].index] = results[i];
      if (results[i].valid() && target[results[i]].name.empty()) {
        target[results[i]].name = source[source[id].outputs[i]].name;
      }
    }
  }
  for (const ValueId output : source.outputs) {
    target.outputs.push_back(output.valid() ? map[output.index] : ValueId{});
  }
  return target;
}

std::vector<ValueId> Decomposer::copy(Graph& target, const Graph& source, NodeId id, Node node) {
  std::vector<TensorType> types;
  for (const ValueId output : source[id].outputs) types.push_back(source[output].type);
  for (Graph& region : node.regions) region = run(region);
  return target[target.append(std::move(node), types)].outputs;
}

std::vector<ValueId> Decomposer::rewrite(Graph& target, const Graph& source, NodeId id, Node node) {
  if (node.op != Op::aten) return copy(target, source, id, std::move(node));
  const Rule* rule = findRule(node.target);
  if (rule == nullptr) {
    unsupported(node);
    return copy(target, source, id, std::move(node));
  }
  std::vector<TensorType> types;
  for (const ValueId output : source[id].outputs) types.push_back(source[output].type);
  AtenCall call(target, node, types);
  call.setDecomposer(*this);
  try {
    rule->rewrite(call);
    check(target, call, types);
    checkAbsent(source, id, call);
    return call.givenResults();
  } catch (const Error& error) {
    diagnostics_.report(error, node.origin);
    return copy(target, source, id, std::move(node));
  }
}

void Decomposer::check(const Graph& graph, const AtenCall& call,
                       const std::vector<TensorType>& types) const {
  const std::vector<ValueId>& given = call.givenResults();
  if (given.size() != types.size()) {
    throw Error(call.target() + ": the file records " + std::to_string(types.size()) +
                " results where the operator has " + std::to_string(given.size()));
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!given[i].valid() || !contradict(graph[given[i]].type, types[i])) continue;
    throw Error(call.target() + ": result " + std::to_string(i) + " is " +
                    text(graph[given[i]].type) + ", but the file records " + text(types[i]),
                "the file contradicts itself; export the model again");
  }
}

// Rules leave out results that only training needs; somebody may read them all the same.
void Decomposer::checkAbsent(const Graph& source, NodeId id, const AtenCall& call) const {
  const std::vector<ValueId>& given = call.givenResults();
  for (std::size_t i = 0; i < given.size(); ++i) {
    const ValueId output = source[id].outputs[i];
    if (given[i].valid() || source.useCounts()[output.index] == 0) continue;
    call.unsupported("a program that reads result " + std::to_string(i));
  }
}

void Decomposer::unsupported(const Node& node) {
  auto& [count, origin] = unsupported_[node.target];
  if (count++ == 0) origin = node.origin;
}

void Decomposer::reportUnsupported() {
  for (const auto& [target, use] : unsupported_) {
    const auto& [count, origin] = use;
    diagnostics_.report({Severity::error, origin,
                         "operator " + target + " is not supported (" + std::to_string(count) +
                             (count == 1 ? " use)" : " uses)"),
                         "`mcc ops` lists what is; rewrite this part of the module with those"});
  }
}

void decompose(Module& module, Diagnostics& diagnostics) {
  Decomposer decomposer(module.ranges(), diagnostics);
  module.graph = decomposer.run(module.graph);
  decomposer.reportUnsupported();
}

}  // namespace mcc
