// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// torchao's affine quantisation: one scale and zero point per block of a tensor.
#include <cmath>

#include "passes/decompose/rule.h"

namespace mcc {
namespace {

// A tensor seen as [blocks, elements of a block] with parameters [blocks]; `before` and `after` are
// shapes around the permutation that brings it there.
struct Blocks {
  Shape split;                     // [n0, b0, n1, b1, ...]
  std::vector<std::int64_t> axes;  // [n0, n1, ..., b0, b1, ...]
  std::vector<std::int64_t> inverse;
  Shape counts, sizes;
};

Blocks blocksOf(AtenCall& call, ValueId x) {
  const std::vector<Dim> size = call.dims("block_size");
  const Shape shape = call.shape(x);
  if (size.size() != shape.size()) {
    throw Error(call.target() + ": block_size " + text(size) + " does not fit shape " +
                text(shape));
  }
  Blocks blocks;
  const auto rank = static_cast<std::int64_t>(shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const bool isKnown = shape[d].isConstant() && size[d].isConstant();
    if (isKnown && (size[d].constant() < 1 || shape[d].constant() % size[d].constant() != 0)) {
      throw Error(call.target() + ": block_size " + text(size) + " does not divide shape " +
                  text(shape));
    }
    blocks.sizes.push_back(size[d]);
    blocks.counts.push_back(size[d] == shape[d] ? Dim(1) : floorDiv(shape[d], size[d]));
    blocks.split.push_back(blocks.counts[d]);
    blocks.split.push_back(size[d]);
  }
  for (std::int64_t d = 0; d < rank; ++d) blocks.axes.push_back(2 * d);
  for (std::int64_t d = 0; d < rank; ++d) blocks.axes.push_back(2 * d + 1);
  for (std::int64_t d = 0; d < rank; ++d) {
    blocks.inverse.push_back(d);
    blocks.inverse.push_back(rank + d);
  }
  return blocks;
}

ValueId toRows(AtenCall& call, ValueId x, const Blocks& blocks) {
  const ValueId grouped = call.permute(call.reshape(x, blocks.split), blocks.axes);
  return call.reshape(grouped, {product(blocks.counts), product(blocks.sizes)});
}

ValueId fromRows(AtenCall& call, ValueId rows, const Blocks& blocks, const Shape& shape) {
  Shape grouped = blocks.counts;
  grouped.insert(grouped.end(), blocks.sizes.begin(), blocks.sizes.end());
  return call.reshape(call.permute(call.reshape(rows, grouped), blocks.inverse), shape);
}

// Parameters per block as a vector, or as a number when the tensor is one block.
ValueId parameter(AtenCall& call, const std::string& name, const Blocks& blocks) {
  const ValueId value = call.optionalTensor(name);
  if (!value.valid()) return value;
  const Dim count = product(blocks.counts);
  return call.reshape(value, count == Dim(1) ? Shape{} : Shape{count});
}

std::int64_t axisOf(const Blocks& blocks) {
  return product(blocks.counts) == Dim(1) ? -1 : 0;
}

struct Limits {
  std::int64_t low, high;
};

Limits limitsOf(const AtenCall& call, DType dtype) {
  const auto bits = static_cast<unsigned>(byteSize(dtype) * 8);
  const std::int64_t half = std::int64_t{1} << (bits - 1 < 62 ? bits - 1 : 62);
  Limits limits = dtype == DType::u8 ? Limits{0, 255} : Limits{-half, half - 1};
  if (!call.isNone("quant_min")) limits.low = std::llround(call.real("quant_min"));
  if (!call.isNone("quant_max")) limits.high = std::llround(call.real("quant_max"));
  return limits;
}

void quantize(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const Blocks blocks = blocksOf(call, x);
  const DType dtype = *call.optionalDtype("output_dtype");
  const Limits limits = limitsOf(call, dtype);
  const ValueId rows = toRows(call, x, blocks);
  const ValueId scale = parameter(call, "scale", blocks);
  const ValueId q = call.make(
      Op::quantize, {rows, scale, parameter(call, "zero_point", blocks)},
      {{"axis", axisOf(blocks)}, {"min", limits.low}, {"max", limits.high}, {"dtype", dtype}});
  call.result(fromRows(call, q, blocks, call.shape(x)));
}

void dequantize(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const Blocks blocks = blocksOf(call, x);
  const DType dtype = call.optionalDtype("output_dtype").value_or(DType::f32);
  const ValueId rows = toRows(call, x, blocks);
  const ValueId scale = parameter(call, "scale", blocks);
  const ValueId real =
      call.make(Op::dequantize, {rows, scale, parameter(call, "zero_point", blocks)},
                {{"axis", axisOf(blocks)}, {"dtype", dtype}});
  call.result(fromRows(call, real, blocks, call.shape(x)));
}

double smallestStep(AtenCall& call, DType dtype) {
  if (!call.isNone("eps")) return call.real("eps");
  switch (dtype) {
    case DType::f64:
      return std::ldexp(1.0, -52);
    case DType::f16:
      return std::ldexp(1.0, -10);
    case DType::bf16:
      return std::ldexp(1.0, -7);
    default:
      return std::ldexp(1.0, -23);
  }
}

struct Extremes {
  ValueId low, high;  // per block, widened to include 0
};

Extremes extremesOf(AtenCall& call, ValueId rows) {
  const ValueId low = call.reduce(Op::reduce_min, rows, {1});
  const ValueId high = call.reduce(Op::reduce_max, rows, {1});
  const ValueId most = call.binary(Op::maximum, high, 0.0);
  return {call.binary(Op::minimum, low, 0.0), most};
}

ValueId symmetricStep(AtenCall& call, const Extremes& e, const Limits& limits) {
  const ValueId most = call.binary(Op::maximum, call.unary(Op::neg, e.low), e.high);
  return call.binary(Op::div, most, static_cast<double>(limits.high - limits.low) / 2);
}

// Each side reaches its own limit; the larger step serves both.
ValueId noClippingStep(AtenCall& call, const Extremes& e, const Limits& limits) {
  const ValueId low = call.binary(Op::div, e.low, static_cast<double>(limits.low));
  const ValueId high = call.binary(Op::div, e.high, static_cast<double>(limits.high));
  return call.binary(Op::maximum, low, high);
}

ValueId asymmetricStep(AtenCall& call, const Extremes& e, const Limits& limits) {
  return call.binary(Op::div, call.sub(e.high, e.low),
                     static_cast<double>(limits.high - limits.low));
}

ValueId asymmetricZero(AtenCall& call, ValueId low, ValueId scale, const Limits& limits) {
  const DType dtype = call.dtype(low);
  const ValueId below = call.unary(Op::round, call.div(low, scale));
  const ValueId zero = call.sub(call.scalar(static_cast<double>(limits.low), dtype), below);
  const ValueId raised = call.binary(Op::maximum, zero, static_cast<double>(limits.low));
  return call.binary(Op::minimum, raised, static_cast<double>(limits.high));
}

void chooseParameters(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const Blocks blocks = blocksOf(call, x);
  const Limits limits = limitsOf(call, *call.optionalDtype("target_dtype"));
  const std::string mapping = call.string("mapping_type");
  const Extremes e = extremesOf(call, toRows(call, x, blocks));
  ValueId step;
  if (mapping == "ASYMMETRIC") step = asymmetricStep(call, e, limits);
  if (mapping == "SYMMETRIC") step = symmetricStep(call, e, limits);
  if (mapping == "SYMMETRIC_NO_CLIPPING_ERR") step = noClippingStep(call, e, limits);
  if (!step.valid()) call.unsupported("mapping type '" + mapping + "'");
  const double eps = smallestStep(call, call.dtype(x));
  const ValueId scale = call.binary(Op::maximum, step, eps);
  ValueId zero;
  if (mapping == "ASYMMETRIC") {
    zero = asymmetricZero(call, e.low, scale, limits);
  } else {
    const std::int64_t middle = (limits.high + limits.low + 1) / 2;
    zero = call.full(static_cast<double>(middle), call.dtype(x), call.shape(scale));
  }
  std::vector<ValueId> results;
  for (const ValueId value : {scale, zero}) {
    const TensorType& recorded = call.recorded(results.size());
    results.push_back(call.cast(call.reshape(value, recorded.shape), recorded.dtype));
  }
  call.results(std::move(results));
}

constexpr Rule kBlockQuantizedRules[] = {
    {"torchao.quantize_affine.default", quantize},
    {"torchao.dequantize_affine.default", dequantize},
    {"torchao.choose_qparams_affine.default", chooseParameters},
};

}  // namespace

std::span<const Rule> block_quantizedRules();
std::span<const Rule> block_quantizedRules() {
  return kBlockQuantizedRules;
}

}  // namespace mcc
