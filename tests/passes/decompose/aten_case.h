// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decomposing a single ATen node and running what came out.
#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "ir/evaluate.h"
#include "ir/module.h"
#include "passes/decompose.h"

namespace mcc::test {

// A node with operands 0, 1, ... as graph inputs; attributes refer to them by Operand.
struct AtenCase {
  std::string target;
  std::vector<TensorType> inputs;
  Attributes attributes;
  std::vector<TensorType> recorded;  // result types as a file would record them
};

inline Module moduleOf(const AtenCase& c) {
  Module module;
  Node node;
  node.target = c.target;
  node.attributes = c.attributes;
  for (std::size_t i = 0; i < c.inputs.size(); ++i) {
    const std::string name = "x" + std::to_string(i);
    node.inputs.push_back(module.graph.addInput(name, c.inputs[i]));
    module.inputs.push_back({InputKind::user, name, nullptr, false});
  }
  const NodeId id = module.graph.append(node, c.recorded);
  module.graph.outputs = module.graph[id].outputs;
  for (std::size_t i = 0; i < c.recorded.size(); ++i) {
    module.outputs.push_back({OutputKind::user, "output" + std::to_string(i), 0, false});
  }
  return module;
}

// First message of a decomposition that must fail.
inline std::string errorOf(const AtenCase& c) {
  Module module = moduleOf(c);
  Diagnostics diagnostics;
  decompose(module, diagnostics);
  return diagnostics.hasErrors() ? diagnostics.all()[0].message : "";
}

// Results on these tensors; `bindings` are the values of symbols.
inline std::vector<Tensor> runCase(AtenCase c, const std::vector<Tensor>& inputs,
                                   Bindings bindings = {}) {
  if (c.inputs.empty()) {
    for (const Tensor& input : inputs) c.inputs.push_back(input.type());
  }
  Module module = moduleOf(c);
  Diagnostics diagnostics;
  decompose(module, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) FAIL(diagnostic.message);
  return evaluateGraph(module.graph, inputs, bindings);
}

inline TensorType typeOf(DType dtype, Shape shape) {
  return {dtype, std::move(shape), std::nullopt};
}

inline Tensor literal(DType dtype, Sizes shape, const std::vector<double>& values) {
  Tensor tensor(dtype, std::move(shape));
  REQUIRE(tensor.size() == static_cast<std::int64_t>(values.size()));
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.setReal(i, values[static_cast<std::size_t>(i)]);
  }
  return tensor;
}

// 0, 1, 2, ... times `step`.
inline Tensor counting(DType dtype, Sizes shape, double step = 1) {
  Tensor tensor(dtype, std::move(shape));
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    tensor.setReal(i, static_cast<double>(i) * step);
  }
  return tensor;
}

inline void checkValues(const Tensor& got, const Sizes& shape, const std::vector<double>& want) {
  REQUIRE(got.shape() == shape);
  for (std::size_t i = 0; i < want.size(); ++i) {
    INFO("element " << i);
    CHECK(got.real(static_cast<std::int64_t>(i)) == doctest::Approx(want[i]).epsilon(1e-5));
  }
}

}  // namespace mcc::test
