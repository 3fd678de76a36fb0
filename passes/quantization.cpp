// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants behind quantize and dequantize.
#include "passes/quantization.h"

#include <algorithm>
#include <cmath>

#include "ir/evaluate.h"

namespace mcc {

std::optional<Tensor> knownTensor(const Graph& graph, ValueId value) {
  const Node* producer = value.valid() ? graph.producer(value) : nullptr;
  if (producer == nullptr) return std::nullopt;
  if (producer->op == Op::constant) return *producer->attributes.tensor("tensor");
  const bool computes = producer->op == Op::full || producer->op == Op::dequantize;
  if (!computes || !graph[value].type.isStatic()) return std::nullopt;
  std::vector<Tensor> inputs;
  for (const ValueId input : producer->inputs) {
    const std::optional<Tensor> known = knownTensor(graph, input);
    if (input.valid() && !known) return std::nullopt;
    inputs.push_back(known.value_or(Tensor()));
  }
  std::vector<const Tensor*> operands;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    operands.push_back(producer->inputs[i].valid() ? &inputs[i] : nullptr);
  }
  Bindings bindings;
  return evaluateNode(*producer, operands, bindings).at(0);
}

std::optional<QuantizationParameters> parametersOf(const Graph& graph, const Node& node) {
  const std::optional<Tensor> scale = knownTensor(graph, node.inputs[1]);
  if (!scale) return std::nullopt;
  QuantizationParameters parameters;
  parameters.axis = node.attributes.integer("axis");
  for (std::int64_t i = 0; i < scale->size(); ++i) parameters.scale.push_back(scale->real(i));
  parameters.zeroPoint.assign(parameters.scale.size(), 0);
  if (node.inputs.size() > 2 && node.inputs[2].valid()) {
    const std::optional<Tensor> zero = knownTensor(graph, node.inputs[2]);
    if (!zero || zero->size() != scale->size()) return std::nullopt;
    for (std::int64_t i = 0; i < zero->size(); ++i) {
      if (zero->real(i) != std::nearbyint(zero->real(i))) return std::nullopt;
      parameters.zeroPoint[static_cast<std::size_t>(i)] = zero->integer(i);
    }
  }
  const bool usable = std::all_of(parameters.scale.begin(), parameters.scale.end(),
                                  [](double s) { return s > 0 && std::isfinite(s); });
  return usable ? std::optional(parameters) : std::nullopt;
}

std::int64_t quantized(const Node& quantize, const QuantizationParameters& parameters, double x) {
  Tensor number(DType::f32, {}), scale(DType::f64, {}), zero(DType::i64, {});
  number.setReal(0, x);
  scale.setReal(0, parameters.scale.at(0));
  zero.setInteger(0, parameters.zeroPoint.at(0));
  Node node;
  node.op = Op::quantize;
  node.attributes = quantize.attributes;
  Bindings bindings;
  return evaluateNode(node, {&number, &scale, &zero}, bindings).at(0).integer(0);
}

IntegerRange rangeOf(DType dtype) {
  const std::int64_t span = std::int64_t{1} << (8 * byteSize(dtype));
  return dtype == DType::u8 ? IntegerRange{0, span - 1} : IntegerRange{-span / 2, span / 2 - 1};
}

}  // namespace mcc
