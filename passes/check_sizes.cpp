// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One walk per graph, with what is known so far.
#include "passes/check_sizes.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/op_def.h"

namespace mcc {
namespace {

using Relation = Guard::Relation;

class SizeChecker {
 public:
  explicit SizeChecker(Module& module) : module_(module), ranges_(module.ranges()) {
    for (const Guard& guard : module.guards) learn(guard);
  }

  void run(Graph& graph, bool isRegion) {
    const std::vector<NodeId> order = graph.order();
    for (const NodeId id : order) {
      learnFromCheck(graph, graph[id]);
      std::vector<Guard> assumed;
      inferTypes(graph, graph[id], &assumed);
      for (Guard& guard : assumed) {
        if (holds(guard)) continue;
        add(graph, id, std::move(guard), isRegion);
      }
      for (std::size_t i = 0; i < graph[id].regions.size(); ++i) {
        const std::vector<Guard> outside = known_;  // what a region checks holds only after it ran
        run(graph[id].regions[i], true);
        known_ = outside;
      }
    }
  }

 private:
  void learn(const Guard& guard) {
    known_.push_back(guard);
    const auto left = guard.left.asSymbol();
    if (guard.relation == Relation::equal && left) equal_.emplace(*left, guard.right);
  }

  // check(eq(a, b)) or check(ge(a, b)) of sizes, as decompose makes them.
  void learnFromCheck(const Graph& graph, const Node& node) {
    if (node.op != Op::check) return;
    const Node* condition = graph.producer(node.inputs[0]);
    if (condition == nullptr || (condition->op != Op::eq && condition->op != Op::ge)) return;
    const Node* a = graph.producer(condition->inputs[0]);
    const Node* b = graph.producer(condition->inputs[1]);
    if (a == nullptr || b == nullptr || a->op != Op::dim_value || b->op != Op::dim_value) return;
    const Dim left = a->attributes.dim("value");
    const Dim right = b->attributes.dim("value");
    if (condition->op == Op::eq) known_.push_back({Relation::equal, left, right, {}});
    if (condition->op == Op::ge) known_.push_back({Relation::lessEqual, right, left, {}});
  }

  bool holds(const Guard& guard) const {
    const Dim room = guard.right - guard.left;
    const Range range = room.bounds(ranges_);
    const bool isEqual = guard.relation == Relation::equal;
    if (isEqual ? range == Range{0, 0} : range.min >= 0) return true;
    if (isEqual && room.substitute(equal_) == Dim(0)) return true;
    return std::any_of(known_.begin(), known_.end(), [&](const Guard& known) {
      const Dim other = known.right - known.left;
      if (known.relation == Relation::equal) return other == room || other == -room;
      return !isEqual && known.relation != Relation::notEqual && other == room;
    });
  }

  bool comesFromInputs(const Dim& dim) const {
    std::vector<std::string> symbols;
    dim.collectSymbols(symbols);
    return std::all_of(symbols.begin(), symbols.end(), [&](const std::string& symbol) {
      return module_.symbols.at(symbol).source != Symbol::Source::node;
    });
  }

  void add(Graph& graph, NodeId before, Guard guard, bool isRegion) {
    const bool isEqual = guard.relation == Relation::equal;
    const Node& node = graph[before];
    guard.text = guard.left.text() + (isEqual ? " == " : " <= ") + guard.right.text() + ", for " +
                 (node.origin.node.empty() ? name(node.op) : node.origin.node);
    if (!isRegion && comesFromInputs(guard.left) && comesFromInputs(guard.right)) {
      learn(guard);
      module_.guards.push_back(std::move(guard));
      return;
    }
    Builder builder(graph, before, node.origin);
    const ValueId right = builder.dimValue(guard.right);
    const ValueId left = builder.dimValue(guard.left);
    const ValueId condition = builder.binary(isEqual ? Op::eq : Op::ge, right, left);
    builder.makeAll(Op::check, {condition}, {{"message", guard.text}});
    known_.push_back(std::move(guard));
  }

  Module& module_;
  Ranges ranges_;
  std::vector<Guard> known_;
  std::map<std::string, Dim> equal_;
};

}  // namespace

void checkSizes(Module& module) { SizeChecker(module).run(module.graph, false); }

}  // namespace mcc
