// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// quantized_decomposed: PyTorch 2 export quantisation, in quantize and dequantize nodes where the
// arithmetic is theirs.
#include <algorithm>
#include <cmath>

#include "passes/decompose/rule.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

ValueId toWorkingFloat(AtenCall& call, ValueId x) {
  const bool isHalf = call.dtype(x) == DType::f16 || call.dtype(x) == DType::bf16;
  return isHalf ? call.cast(x, DType::f32) : x;
}

// Scale and zero point: numbers, or tensors.
ValueId scaleOf(AtenCall& call, const std::string& name) {
  if (call.isNumber(name)) return call.scalar(call.real(name), DType::f64);
  return call.tensor(name);
}

ValueId zeroPointOf(AtenCall& call, const std::string& name) {
  if (call.isNone(name)) return {};
  if (call.isNumber(name)) return call.scalar(call.integer(name), DType::i64);
  return call.tensor(name);
}

[[noreturn]] void refuse(const AtenCall& call, const std::string& what) {
  throw Error(call.target() + ": " + what, "quantise and export the model again");
}

// A scale by which numbers can be divided. Tensors are checked where they are constant.
void requireScale(const AtenCall& call, double scale, const std::string& name) {
  if (std::isfinite(scale) && scale > 0 && std::isfinite(1 / static_cast<float>(scale))) return;
  refuse(call, name + " must be a positive number, not " + std::to_string(scale));
}

void requireScales(AtenCall& call, const std::string& name) {
  if (call.isNumber(name)) return requireScale(call, call.real(name), name);
  const Node* producer = call.graph().producer(call.tensor(name));
  if (producer == nullptr || producer->op != Op::constant) return;
  const TensorRef& scales = producer->attributes.tensor("tensor");
  for (std::int64_t i = 0; i < scales->size(); ++i) {
    const double scale = scales->real(i);
    if (!std::isfinite(scale) || scale < 0) requireScale(call, scale, name);
  }
}

// The integers' element type and range.
void requireRange(AtenCall& call, DType dtype, const std::string& zero) {
  if (!isInteger(dtype)) refuse(call, std::string("dtype is no integer type: ") + name(dtype));
  const std::int64_t low = call.integer("quant_min");
  const std::int64_t high = call.integer("quant_max");
  const std::int64_t bits = 8 * byteSize(dtype);
  const bool isUnsigned = dtype == DType::u8 || bits == 64;
  const std::int64_t least = isUnsigned ? 0 : -(std::int64_t{1} << (bits - 1));
  const std::int64_t most = least + (std::int64_t{1} << std::min<std::int64_t>(bits, 62)) - 1;
  if (low > high) refuse(call, "quant_min is above quant_max");
  if (bits < 64 && (low < least || high > most)) {
    refuse(call, "quant_min to quant_max don't fit dtype " + std::string(name(dtype)));
  }
  if (call.isNone(zero) || !call.isNumber(zero)) return;
  const std::int64_t at = call.integer(zero);
  if (bits < 64 && (at < least || at > most)) {
    refuse(call, zero + " is out of the range of " + name(dtype) + ": " + std::to_string(at));
  }
}

void requireChannels(AtenCall& call, std::int64_t axis, const std::string& scale) {
  if (axis < 0) return;
  const Dim channels = call.dim(call.tensor("input"), axis);
  const Dim count = call.type(call.tensor(scale)).elementCount();
  const Dim difference = channels - count;
  if (!difference.isConstant() || difference == Dim(0)) return;
  refuse(call, "there are " + count.text() + " " + scale + " for " + channels.text() + " channels");
}

void quantize(AtenCall& call, const std::string& scale, const std::string& zero,
              std::int64_t axis) {
  requireScales(call, scale);
  requireRange(call, *call.optionalDtype("dtype"), zero);
  requireChannels(call, axis, scale);
  const ValueId x = toWorkingFloat(call, call.tensor("input"));
  const ValueId scales = scaleOf(call, scale);
  call.result(call.make(Op::quantize, {x, scales, zeroPointOf(call, zero)},
                        {{"axis", axis},
                         {"min", call.integer("quant_min")},
                         {"max", call.integer("quant_max")},
                         {"dtype", *call.optionalDtype("dtype")}}));
}

void dequantize(AtenCall& call, const std::string& scale, const std::string& zero,
                std::int64_t axis) {
  requireScales(call, scale);
  requireRange(call, call.dtype(call.tensor("input")), zero);
  requireChannels(call, axis, scale);
  const ValueId scales = scaleOf(call, scale);
  const DType dtype = call.optionalDtype("out_dtype").value_or(DType::f32);
  call.result(call.make(Op::dequantize, {call.tensor("input"), scales, zeroPointOf(call, zero)},
                        {{"axis", axis}, {"dtype", dtype}}));
}

void quantizePerTensor(AtenCall& call) {
  quantize(call, "scale", "zero_point", -1);
}
void dequantizePerTensor(AtenCall& call) {
  dequantize(call, "scale", "zero_point", -1);
}

std::int64_t channelAxis(AtenCall& call) {
  const std::int64_t rank = call.rank(call.tensor("input"));
  const std::int64_t axis = call.integer("axis");
  if (axis < -rank || axis >= rank) {
    refuse(call, "axis " + std::to_string(axis) + " is none of " + std::to_string(rank));
  }
  return call.axis("axis", rank);
}

void quantizePerChannel(AtenCall& call) {
  quantize(call, "scales", "zero_points", channelAxis(call));
}

void dequantizePerChannel(AtenCall& call) {
  dequantize(call, "scales", "zero_points", channelAxis(call));
}

ValueId clamped(AtenCall& call, ValueId x, double low, double high) {
  const ValueId raised = call.binary(Op::maximum, x, low);
  return call.binary(Op::minimum, raised, high);
}

// Extremes of x, widened to include 0. axes: those to reduce.
struct Extremes {
  ValueId low, high;
};

Extremes extremesOf(AtenCall& call, ValueId x, const std::vector<std::int64_t>& axes, bool keep) {
  const ValueId low = call.reduce(Op::reduce_min, x, axes, keep);
  const ValueId high = call.reduce(Op::reduce_max, x, axes, keep);
  const ValueId most = call.binary(Op::maximum, high, 0.0);
  return {call.binary(Op::minimum, low, 0.0), most};
}

void giveParameters(AtenCall& call, ValueId scale, ValueId zeroPoint) {
  const ValueId s = call.cast(call.reshape(scale, call.recorded(0).shape), call.recorded(0).dtype);
  const ValueId z = call.reshape(zeroPoint, call.recorded(1).shape);
  call.results({s, call.cast(z, call.recorded(1).dtype)});
}

// scale = range / steps, at least eps; the zero point is where real 0 falls.
void chooseParameters(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const auto low = static_cast<double>(call.integer("quant_min"));
  const auto high = static_cast<double>(call.integer("quant_max"));
  const Extremes e = extremesOf(call, x, allAxes(call.rank(x)), false);
  const ValueId steps = call.binary(Op::div, call.sub(e.high, e.low), high - low);
  const ValueId scale = call.binary(Op::maximum, steps, call.real("eps"));
  const ValueId below = call.unary(Op::round, call.div(e.low, scale));
  const ValueId zero = call.sub(call.scalar(low, call.dtype(below)), below);
  giveParameters(call, scale, clamped(call, zero, low, high));
}

void chooseSymmetricParameters(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const std::int64_t steps = call.integer("quant_max") - call.integer("quant_min");
  const Extremes e = extremesOf(call, x, allAxes(call.rank(x)), false);
  const ValueId most = call.binary(Op::maximum, call.unary(Op::neg, e.low), e.high);
  const ValueId step = call.binary(Op::div, most, static_cast<double>(steps) / 2);
  const ValueId scale = call.binary(Op::maximum, step, call.real("eps"));
  const bool isUnsigned = call.optionalDtype("dtype") == DType::u8;
  giveParameters(call, scale, call.scalar(isUnsigned ? 128.0 : 0.0, DType::f32));
}

// Per row of the last dimension, for int8: scale = largest magnitude / 127, zero point 0.
void chooseTokenParameters(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const ValueId magnitude =
      call.reduce(Op::reduce_max, call.unary(Op::abs, x), {call.rank(x) - 1}, true);
  const ValueId scale = call.binary(Op::div, call.binary(Op::maximum, magnitude, 1e-5), 127.0);
  giveParameters(call, scale, call.full(0.0, call.dtype(x), call.shape(scale)));
}

// Per row, for int8: the zero point is chosen from the end of the range whose error is smaller.
void chooseAsymmetricTokenParameters(AtenCall& call) {
  constexpr double kLow = -128;
  constexpr double kHigh = 127;
  const ValueId x = call.tensor("input");
  const Extremes e = extremesOf(call, x, {call.rank(x) - 1}, true);
  const ValueId step = call.binary(Op::div, call.sub(e.high, e.low), kHigh - kLow);
  const ValueId scale = call.binary(Op::maximum, step, std::ldexp(1.0, -23));
  const ValueId least = call.div(e.low, scale);
  const ValueId most = call.div(e.high, scale);
  const ValueId error = call.binary(Op::add, call.add(least, most), kLow + kHigh);
  const ValueId lowEnd = call.scalar(kLow, call.dtype(x));
  const ValueId fromLow = call.sub(lowEnd, least);
  const ValueId highEnd = call.scalar(kHigh, call.dtype(x));
  const ValueId fromHigh = call.sub(highEnd, most);
  const ValueId zero = call.select(call.binary(Op::gt, error, 0.0), fromLow, fromHigh);
  giveParameters(call, scale, call.unary(Op::round, clamped(call, zero, kLow, kHigh)));
}

// clamp(round(x * (1 / scale) + zero point)): the zero point is added before rounding.
ValueId quantizedLate(AtenCall& call, ValueId x, ValueId scale, ValueId zero) {
  const ValueId scaled = call.mul(x, call.unary(Op::reciprocal, scale));
  const ValueId rounded = call.unary(Op::round, call.add(scaled, zero));
  const ValueId bounded = clamped(call, rounded, static_cast<double>(call.integer("quant_min")),
                                  static_cast<double>(call.integer("quant_max")));
  return call.cast(bounded, *call.optionalDtype("dtype"));
}

void quantizePerToken(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const ValueId scale = call.cast(call.tensor("scales"), call.dtype(x));
  const ValueId zero = call.cast(call.tensor("zero_points"), call.dtype(x));
  call.result(quantizedLate(call, x, scale, zero));
}

// [N, K] seen as rows of one group each.
ValueId groupRows(AtenCall& call, ValueId x) {
  const Dim size = call.dim("group_size");
  return call.reshape(x, {floorDiv(call.type(x).elementCount(), size), size});
}

ValueId perGroup(AtenCall& call, ValueId parameters) {
  return call.reshape(parameters, {call.type(parameters).elementCount()});
}

void quantizePerGroup(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const DType dtype = call.dtype(x);
  const ValueId rows = groupRows(call, x);
  const ValueId scale = call.unsqueeze(perGroup(call, call.tensor("scales")), 1);
  const ValueId zero = call.unsqueeze(perGroup(call, call.tensor("zero_points")), 1);
  const ValueId wideScale = call.cast(scale, dtype);
  const ValueId q = quantizedLate(call, rows, wideScale, call.cast(zero, dtype));
  call.result(call.reshape(q, call.shape(x)));
}

void dequantizePerGroup(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const ValueId rows = groupRows(call, x);
  const ValueId scale = perGroup(call, call.tensor("scales"));
  const ValueId given = call.optionalTensor("zero_points");
  const ValueId zero = given.valid() ? perGroup(call, given) : given;
  const ValueId real =
      call.make(Op::dequantize, {rows, scale, zero},
                {{"axis", 0}, {"dtype", call.optionalDtype("output_dtype").value_or(DType::f32)}});
  call.result(call.reshape(real, call.shape(x)));
}

void dequantizePerToken(AtenCall& call) {
  const DType dtype = call.optionalDtype("output_dtype").value_or(DType::f32);
  const ValueId q = call.cast(call.tensor("input"), dtype);
  const ValueId zero = call.cast(call.tensor("zero_points"), dtype);
  const ValueId scale = call.cast(call.tensor("scales"), dtype);
  call.result(call.mul(call.sub(q, zero), scale));
}

void convertElementType(AtenCall& call) {
  call.result(call.cast(call.tensor("input"), *call.optionalDtype("dtype")));
}

constexpr Rule kQuantizedRules[] = {
    {"quantized_decomposed.quantize_per_tensor.default", quantizePerTensor},
    {"quantized_decomposed.quantize_per_tensor.tensor", quantizePerTensor},
    {"quantized_decomposed.dequantize_per_tensor.default", dequantizePerTensor},
    {"quantized_decomposed.dequantize_per_tensor.tensor", dequantizePerTensor},
    {"quantized_decomposed.quantize_per_channel.default", quantizePerChannel},
    {"quantized_decomposed.dequantize_per_channel.default", dequantizePerChannel},
    {"quantized_decomposed.choose_qparams.tensor", chooseParameters},
    {"quantized_decomposed.choose_qparams_symmetric.tensor", chooseSymmetricParameters},
    {"quantized_decomposed.choose_qparams_per_token.default", chooseTokenParameters},
    {"quantized_decomposed.choose_qparams_per_token_asymmetric.default",
     chooseAsymmetricTokenParameters},
    {"quantized_decomposed._choose_qparams_per_token_asymmetric_impl.default",
     chooseAsymmetricTokenParameters},
    {"quantized_decomposed.quantize_per_channel_group.default", quantizePerGroup},
    {"quantized_decomposed.dequantize_per_channel_group.default", dequantizePerGroup},
    {"quantized_decomposed.quantize_per_token.default", quantizePerToken},
    {"quantized_decomposed.dequantize_per_token.default", dequantizePerToken},
    {"quantized_decomposed.convert_element_type.no_fuse", convertElementType},
};

}  // namespace

std::span<const Rule> quantizedRules();
std::span<const Rule> quantizedRules() {
  return kQuantizedRules;
}

}  // namespace mcc
