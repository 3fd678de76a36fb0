// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A conv, matmul or avg_pool of dequantized numbers, seen as a sum of integers.
#pragma once
#include <optional>
#include <vector>

#include "ir/graph.h"
#include "ir/tensor.h"

namespace mcc {

struct IntegerSum {
  ValueId x;                     // quantised operand
  std::int64_t zeroPoint = 0;    // of x
  std::optional<Tensor> weight;  // less its zero points: i8, or i16 where they don't fit
  std::vector<double> scale;     // of the sum: per output channel, or one for all
  std::vector<double> bias;      // per output channel; empty: none
};

// The dequantize to f32 that computes a value; null when something else does.
const Node* dequantizeOf(const Graph& graph, ValueId value);

// None where the node is no such sum: the reasons stand in fold_quantization.h.
std::optional<IntegerSum> integerProductOf(const Graph& graph, const Node& node);  // conv, matmul
std::optional<IntegerSum> integerPoolOf(const Graph& graph, const Node& node);     // avg_pool

}  // namespace mcc
