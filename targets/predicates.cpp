// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What rows of kernel tables ask of a node.
#include "targets/kernel_tables.h"

namespace mcc {
namespace {

bool isBytes(const Graph& graph, ValueId value) {
  const DType dtype = graph[value].type.dtype;
  return dtype == DType::i8 || dtype == DType::u8;
}

bool isConstant(const Graph& graph, ValueId value) {
  const Node* producer = graph.producer(value);
  return producer != nullptr && producer->op == Op::constant;
}

bool hasByteZero(const Node& node) {
  if (!node.attributes.has("zero_point")) return true;
  const Dim& zero = node.attributes.dim("zero_point");
  return zero.isConstant() && zero.constant() >= -128 && zero.constant() <= 255;
}

}  // namespace

bool isProductOfBytes(const Graph& graph, const Node& node) {
  constexpr std::int64_t kFewColumns = 4;
  const Attributes& attributes = node.attributes;
  if (!attributes.has("dtype") || attributes.dtype("dtype") != DType::i32) return false;
  if (!isBytes(graph, node.inputs[0]) || !isBytes(graph, node.inputs[1])) return false;
  if (!isConstant(graph, node.inputs[1]) || !hasByteZero(node)) return false;
  const TensorType& weights = graph[node.inputs[1]].type;
  if (node.op == Op::matmul) return weights.rank() == 2;
  const std::int64_t groups = attributes.integer("groups");
  return groups == 1 || weights.dim(0).constant() / groups >= kFewColumns;
}

}  // namespace mcc
