// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises sums of dequantized operands.
#include "passes/fold_quantization/integer_sum.h"

#include <algorithm>
#include <cmath>

#include "passes/quantization.h"

namespace mcc {
namespace {

// The dimension of the weight that counts output channels; -1: none that this pass knows.
std::int64_t channelAxis(const Graph& graph, const Node& node) {
  const std::int64_t rank = graph[node.inputs[1]].type.rank();
  if (node.op == Op::conv) return 0;
  if (node.op != Op::matmul || rank != 2) return -1;
  return node.attributes.boolean("transpose_b") ? 0 : 1;
}

// Weights less their zero points, in the narrowest type; none when that is not i8 or i16.
std::optional<Tensor> shiftedWeight(const Tensor& q, const QuantizationParameters& parameters,
                                    std::int64_t stride) {
  const auto count = static_cast<std::int64_t>(parameters.scale.size());
  std::vector<std::int64_t> values;
  DType dtype = DType::i8;
  for (std::int64_t i = 0; i < q.size(); ++i) {
    const auto channel = static_cast<std::size_t>(i / stride % count);
    values.push_back(q.integer(i) - parameters.zeroPoint[channel]);
    if (values.back() < -128 || values.back() > 127) dtype = DType::i16;
    if (values.back() < -32768 || values.back() > 32767) return std::nullopt;
  }
  Tensor shifted(dtype, q.shape());
  for (std::int64_t i = 0; i < q.size(); ++i) {
    shifted.setInteger(i, values[static_cast<std::size_t>(i)]);
  }
  return shifted;
}

// Whether no sum of a channel's products can leave i32, whatever the operand holds.
bool sumsFit(const Tensor& weight, std::int64_t axisStride, std::int64_t channels,
             const IntegerRange& x, std::int64_t zeroPoint) {
  constexpr double kLimit = 2147483648.0;
  std::vector<double> sums(static_cast<std::size_t>(channels), 0.0);
  for (std::int64_t i = 0; i < weight.size(); ++i) {
    sums[static_cast<std::size_t>(i / axisStride % channels)] += std::fabs(weight.real(i));
  }
  const auto reach = static_cast<double>(std::max(x.max - zeroPoint, zeroPoint - x.min));
  return std::all_of(sums.begin(), sums.end(), [&](double s) { return s * reach < kLimit; });
}

bool isSmallInteger(DType dtype) { return isInteger(dtype) && byteSize(dtype) <= 2; }

bool isPlain(const Node& node) {
  const bool isProduct = node.op == Op::conv || node.op == Op::matmul;
  return isProduct && node.regions.empty() && !node.attributes.has("dtype");
}

// Elements under every window, padding that counts included; 0 when that varies.
std::int64_t countOf(const Node& pool) {
  const Attributes& attributes = pool.attributes;
  const std::int64_t divisor = attributes.integer("divisor");
  if (divisor != 0) return divisor;
  const bool constant = attributes.integers("pad_low") == attributes.integers("count_pad_low") &&
                        attributes.integers("pad_high") == attributes.integers("count_pad_high");
  if (!constant) return 0;
  std::int64_t count = 1;
  for (const std::int64_t size : attributes.integers("kernel")) count *= size;
  return count;
}

// Whether integers of a type, with this zero point, can be summed without regard to their range.
bool isSummable(DType dtype, std::int64_t zeroPoint) {
  return isSmallInteger(dtype) && zeroPoint >= rangeOf(dtype).min &&
         zeroPoint <= rangeOf(dtype).max;
}

}  // namespace

const Node* dequantizeOf(const Graph& graph, ValueId value) {
  const Node* producer = value.valid() ? graph.producer(value) : nullptr;
  const bool fits = producer != nullptr && producer->op == Op::dequantize &&
                    producer->attributes.dtype("dtype") == DType::f32;
  return fits ? producer : nullptr;
}

std::optional<IntegerSum> integerPoolOf(const Graph& graph, const Node& node) {
  if (node.op != Op::avg_pool || node.attributes.has("dtype")) return std::nullopt;
  const Node* source = dequantizeOf(graph, node.inputs[0]);
  const auto x = source != nullptr ? parametersOf(graph, *source) : std::nullopt;
  if (!x || !x->isPerTensor()) return std::nullopt;
  const std::int64_t count = countOf(node);
  constexpr std::int64_t kMost = 16384;  // of 17-bit numbers fit i32
  std::int64_t taps = 1;
  for (const std::int64_t size : node.attributes.integers("kernel")) taps *= std::min(size, kMost);
  if (count <= 0 || taps >= kMost) return std::nullopt;
  if (!isSummable(graph[source->inputs[0]].type.dtype, x->zeroPoint[0])) return std::nullopt;
  const double scale = x->scale[0] / static_cast<double>(count);
  return IntegerSum{source->inputs[0], x->zeroPoint[0], std::nullopt, {scale}, {}};
}

std::optional<IntegerSum> integerProductOf(const Graph& graph, const Node& node) {
  if (!isPlain(node)) return std::nullopt;
  const Node* xNode = dequantizeOf(graph, node.inputs[0]);
  const Node* wNode = dequantizeOf(graph, node.inputs[1]);
  if (xNode == nullptr || wNode == nullptr) return std::nullopt;
  const std::optional<Tensor> q = knownTensor(graph, wNode->inputs[0]);
  const auto x = parametersOf(graph, *xNode);
  const auto w = parametersOf(graph, *wNode);
  const std::int64_t axis = channelAxis(graph, node);
  if (!q || q->size() == 0 || !x || !w || !x->isPerTensor() || axis < 0) return std::nullopt;
  if (!w->isPerTensor() && w->axis != axis) return std::nullopt;
  const DType dtype = graph[xNode->inputs[0]].type.dtype;
  const std::int64_t zero = x->zeroPoint[0];
  if (!isSummable(dtype, zero)) return std::nullopt;
  const std::int64_t channels = q->dim(axis);
  const std::int64_t stride = axis == 0 ? q->size() / channels : 1;
  std::optional<Tensor> weight = shiftedWeight(*q, *w, stride);
  if (!weight || !sumsFit(*weight, stride, channels, rangeOf(dtype), zero)) {
    return std::nullopt;
  }
  IntegerSum product{xNode->inputs[0], zero, std::move(*weight), {}, {}};
  for (const double s : w->scale) product.scale.push_back(x->scale[0] * s);
  if (node.inputs.size() > 2 && node.inputs[2].valid()) {
    const std::optional<Tensor> bias = knownTensor(graph, node.inputs[2]);
    if (!bias) return std::nullopt;
    for (std::int64_t o = 0; o < bias->size(); ++o) product.bias.push_back(bias->real(o));
  }
  return product;
}

}  // namespace mcc
