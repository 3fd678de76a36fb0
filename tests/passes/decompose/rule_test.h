// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tests of decomposition rules share: one ATen node rewritten and evaluated.
#pragma once
#include "passes/decompose/rule.h"
#include "tests/ops/op_test.h"

namespace mcc::test {

// An argument that is the node's operand i.
inline Attribute in(std::uint32_t i) { return Operand{i}; }

// Results of the ATen operator on these operands; `recorded`: types the export states (rules read
// them for dtypes of created tensors and for data-dependent sizes).
inline std::vector<Tensor> atenAll(const std::string& target, const std::vector<Tensor>& operands,
                                   Attributes arguments, std::vector<TensorType> recorded = {}) {
  Graph graph;
  Node node;
  node.op = Op::aten;
  node.target = target;
  node.attributes = std::move(arguments);
  for (const Tensor& operand : operands) {
    node.inputs.push_back(graph.addInput("x", operand.type()));
  }
  const Rule* rule = findRule(target);
  REQUIRE_MESSAGE(rule != nullptr, target);
  AtenCall call(graph, node, std::move(recorded));
  rule->rewrite(call);
  graph.outputs = call.givenResults();
  Bindings bindings;
  return evaluateGraph(graph, operands, bindings);
}

inline Tensor aten(const std::string& target, const std::vector<Tensor>& operands,
                   Attributes arguments, std::vector<TensorType> recorded = {}) {
  return atenAll(target, operands, std::move(arguments), std::move(recorded)).at(0);
}

}  // namespace mcc::test
