// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batch normalisation in training mode: it changes its running statistics in place, which its
// schema mostly doesn't say.
#pragma once
#include <vector>

#include "ir/graph.h"

namespace mcc {

// Whether this node is one that changes running statistics.
bool isTrainingNorm(const Node& node);

struct TrainingNorm {
  std::vector<ValueId> results;   // as many as the node has
  std::size_t mean, variance;     // operands that are written
  ValueId newMean, newVariance;
};

// Appends the operator that gives the new statistics as further results. `node` has operands of
// `graph`; `types` are those of its results.
TrainingNorm pureTrainingNorm(Graph& graph, Node node, const std::vector<TensorType>& types);

}  // namespace mcc
