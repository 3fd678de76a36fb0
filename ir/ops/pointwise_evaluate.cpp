// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluation of pointwise operators (see pointwise.def): in double, int64 or complex<double>, then
// rounded to the result's type. Works through blocks, so that dtypes are looked at once per block.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "ir/diagnostics.h"
#include "ir/op_def.h"
#include "ir/ops/pointwise.h"
#include "ir/ops/pointwise_functions.h"
#include "ir/ops/strided.h"
#include "ir/ops/values.h"

namespace mcc {

void evaluatePointwise(EvalContext& context);

namespace {

constexpr std::int64_t kBlock = 1024;

// One operand as blocks of values, stretched to the result's shape.
template <class V>
class Blocks {
 public:
  Blocks(const Tensor& tensor, const Sizes& shape)
      : single_(tensor.size() == 1), tensor_(single_ ? tensor : broadcastTo(tensor, shape)) {
    if (!single_) return;
    loadValues<V>(tensor_, 0, 1, values_.data());
    values_.fill(values_[0]);
  }

  const V* at(std::int64_t begin, std::int64_t count) {
    if (!single_) loadValues<V>(tensor_, begin, count, values_.data());
    return values_.data();
  }

 private:
  bool single_;
  Tensor tensor_;
  std::array<V, kBlock> values_;
};

template <class V>
void apply(EvalContext& context, ScalarFunction<V> function) {
  Tensor result = context.make(0);
  std::vector<Blocks<V>> operands;
  for (const Tensor& operand : context.inputs) operands.emplace_back(operand, result.shape());
  std::array<V, kBlock> out;
  for (std::int64_t begin = 0; begin < result.size(); begin += kBlock) {
    const std::int64_t count = std::min(kBlock, result.size() - begin);
    const auto n = static_cast<std::size_t>(count);
    const V* a = operands[0].at(begin, count);
    if (function.unary != nullptr) {
      for (std::size_t i = 0; i < n; ++i) out[i] = function.unary(a[i]);
    } else {
      const V* b = operands[1].at(begin, count);
      for (std::size_t i = 0; i < n; ++i) out[i] = function.binary(a[i], b[i]);
    }
    storeValues<V>(result, begin, count, out.data());
  }
  context.results = {std::move(result)};
}

template <class V>
void convert(EvalContext& context) {
  Tensor result = context.make(0);
  std::array<V, kBlock> values;
  for (std::int64_t begin = 0; begin < result.size(); begin += kBlock) {
    const std::int64_t count = std::min(kBlock, result.size() - begin);
    loadValues<V>(context.in(0), begin, count, values.data());
    storeValues<V>(result, begin, count, values.data());
  }
  context.results = {std::move(result)};
}

void evaluateCast(EvalContext& context) {
  if (context.in(0).dtype() == context.resultTypes[0].dtype) {
    context.results = {context.in(0)};
    return;
  }
  withValueType(context.in(0).dtype(), [&](auto tag) { convert<decltype(tag)>(context); });
}

void evaluateSelect(EvalContext& context) {
  Tensor result = context.make(0);
  const Tensor condition = broadcastTo(context.in(0), result.shape());
  const Tensor then = broadcastTo(context.in(1), result.shape());
  const Tensor otherwise = broadcastTo(context.in(2), result.shape());
  const std::int64_t width = byteSize(result.dtype());
  std::byte* out = result.mutableData();
  for (std::int64_t i = 0; i < result.size(); ++i) {
    const Tensor& from = condition.data()[i] != std::byte{0} ? then : otherwise;
    std::memcpy(out + i * width, from.data() + i * width, static_cast<std::size_t>(width));
  }
  context.results = {std::move(result)};
}

void evaluateRoundFma(EvalContext& context) {
  Tensor result = context.make(0);
  const Tensor a = broadcastTo(context.in(0), result.shape());
  const Tensor b = broadcastTo(context.in(1), result.shape());
  const Tensor c = broadcastTo(context.in(2), result.shape());
  float* out = result.mutableAs<float>();
  for (std::int64_t i = 0; i < result.size(); ++i) {
    out[i] = std::nearbyint(std::fma(a.as<float>()[i], b.as<float>()[i], c.as<float>()[i]));
  }
  context.results = {std::move(result)};
}

void evaluateComplex(EvalContext& context) {
  Tensor result = context.make(0);
  const Tensor real = broadcastTo(context.in(0), result.shape());
  const Tensor imaginary = broadcastTo(context.in(1), result.shape());
  for (std::int64_t i = 0; i < result.size(); ++i) {
    result.setComplex(i, {real.real(i), imaginary.real(i)});
  }
  context.results = {std::move(result)};
}

void evaluateParts(EvalContext& context) {
  Tensor result = context.make(0);
  const bool imaginary = context.node.op == Op::imag;
  for (std::int64_t i = 0; i < result.size(); ++i) {
    const std::complex<double> z = context.in(0).complex(i);
    result.setReal(i, imaginary ? z.imag() : z.real());
  }
  context.results = {std::move(result)};
}

template <class V>
void applyFound(EvalContext& context, ScalarFunction<V> function) {
  if (function.unary == nullptr && function.binary == nullptr) {
    throw InternalError(std::string("no reference function for ") + name(context.node.op) +
                        " on " + name(context.in(0).dtype()));
  }
  apply(context, function);
}

}  // namespace

void evaluatePointwise(EvalContext& context) {
  const Op op = context.node.op;
  if (op == Op::round_fma) return evaluateRoundFma(context);
  switch (pointwiseKind(op)) {
    case PointwiseKind::cast: return evaluateCast(context);
    case PointwiseKind::select: return evaluateSelect(context);
    case PointwiseKind::pair: return evaluateComplex(context);
    case PointwiseKind::parts: return evaluateParts(context);
    default: break;
  }
  const DType dtype = context.in(0).dtype();
  switch (domain(dtype)) {
    case Domain::real: return applyFound(context, realFunction(op, dtype));
    case Domain::integer: return applyFound(context, integerFunction(op));
    case Domain::boolean: return applyFound(context, booleanFunction(op));
    case Domain::complex: return applyFound(context, complexFunction(op));
  }
}

}  // namespace mcc
