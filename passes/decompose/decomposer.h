// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decomposer: one run of the decompose pass; nested graphs share its diagnostics.
#pragma once
#include <map>
#include <set>
#include <string>
#include <span>
#include <utility>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/module.h"

namespace mcc {

class AtenCall;

class Decomposer {
 public:
  Decomposer(const Module& module, Diagnostics& diagnostics, std::vector<std::string> custom);
  Graph run(const Graph& source);  // the same graph in core operators
  void reportUnsupported();        // one diagnostic per unsupported operator
  void reportIdlePatterns();       // one warning per custom pattern that nothing needed
  const Ranges& ranges() const { return ranges_; }
  // What symbols turned out to be: sizes that the file names, and inference computes.
  const std::map<std::string, Dim>& replacements() const { return replacements_; }
  const std::set<std::string>& open() const { return open_; }  // symbols that have no value

 private:
  std::vector<ValueId> rewrite(Graph& target, const Graph& source, NodeId id, Node node);
  std::vector<ValueId> copy(Graph& target, const Graph& source, NodeId id, Node node);
  void check(const Graph& graph, const AtenCall& call, const std::vector<TensorType>& types) const;
  void checkAbsent(const Graph& source, NodeId id, const AtenCall& call) const;
  void unsupported(const Node& node);
  bool isCustom(const Node& node);

  // Nodes and types in terms of symbols that have a value.
  TensorType replaced(TensorType type) const;
  Attribute replaced(const Attribute& value) const;
  void forget(const Graph& source, NodeId id);
  void requireValues(const Node& node) const;  // Error where a symbol has none
  void requireValues(const TensorType& type) const;
  // `made`: the nodes that stand for a node of the file; its results, and what the file records.
  void define(const Graph& graph, std::span<const NodeId> made, const std::vector<ValueId>& results,
              const std::vector<TensorType>& recorded);

  Ranges ranges_;
  std::set<std::string> open_;  // symbols of nodes that have no value so far
  std::map<std::string, Dim> replacements_;
  Diagnostics& diagnostics_;
  std::vector<std::string> custom_;  // patterns of operators that the user provides
  std::set<std::string> customTargets_;
  std::map<std::string, std::pair<std::int64_t, Origin>> unsupported_;
};

}  // namespace mcc
