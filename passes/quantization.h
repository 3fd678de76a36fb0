// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes know of quantize and dequantize nodes whose parameters are constant.
#pragma once
#include <optional>

#include "ir/graph.h"
#include "ir/tensor.h"

namespace mcc {

// The number behind a constant, a `full`, or a dequantize of constants; none for what is computed.
std::optional<Tensor> knownTensor(const Graph& graph, ValueId value);

// Parameters of a quantize or dequantize node: one entry, or one per index of `axis`.
struct QuantizationParameters {
  std::vector<double> scale;
  std::vector<std::int64_t> zeroPoint;
  std::int64_t axis = -1;
  bool operator==(const QuantizationParameters&) const = default;
  bool isPerTensor() const { return axis < 0; }
};

// None when scale or zero point is computed or no number that arithmetic can use: scales must be
// positive and finite, zero points whole.
std::optional<QuantizationParameters> parametersOf(const Graph& graph, const Node& node);

// The integer that quantize gives for `x` with these per-tensor parameters.
std::int64_t quantized(const Node& quantize, const QuantizationParameters& parameters, double x);

// The least and largest number of a type up to 32 bits wide.
struct IntegerRange {
  std::int64_t min, max;
};
IntegerRange rangeOf(DType dtype);

}  // namespace mcc
