// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decomposer: one run of the decompose pass; nested graphs share its diagnostics.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/diagnostics.h"
#include "ir/graph.h"

namespace mcc {

class AtenCall;

class Decomposer {
 public:
  Decomposer(Ranges ranges, Diagnostics& diagnostics)
      : ranges_(std::move(ranges)), diagnostics_(diagnostics) {}
  Graph run(const Graph& source);  // the same graph in core operators
  void reportUnsupported();        // one diagnostic per unsupported operator
  const Ranges& ranges() const { return ranges_; }

 private:
  std::vector<ValueId> rewrite(Graph& target, const Graph& source, NodeId id, Node node);
  std::vector<ValueId> copy(Graph& target, const Graph& source, NodeId id, Node node);
  void check(const Graph& graph, const AtenCall& call, const std::vector<TensorType>& types) const;
  void checkAbsent(const Graph& source, NodeId id, const AtenCall& call) const;
  void unsupported(const Node& node);

  Ranges ranges_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::pair<std::int64_t, Origin>> unsupported_;
};

}  // namespace mcc
