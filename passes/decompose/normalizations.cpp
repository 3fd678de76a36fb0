// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer, group and root-mean-square normalisation; weight normalisation.
#include <cmath>

#include "passes/decompose/channels.h"

namespace mcc {
namespace {

// A norm in the type that its input and parameters share: f32 when they differ.
DType commonDtype(AtenCall& call, const std::vector<ValueId>& operands) {
  DType dtype = call.dtype(operands[0]);
  for (const ValueId operand : operands) {
    if (operand.valid() && call.dtype(operand) != dtype) dtype = DType::f32;
  }
  return dtype;
}

std::vector<ValueId> castAll(AtenCall& call, std::vector<ValueId> operands) {
  const DType dtype = commonDtype(call, operands);
  for (ValueId& operand : operands) {
    if (operand.valid()) operand = call.cast(operand, dtype);
  }
  return operands;
}

std::int64_t normalizedRank(AtenCall& call, ValueId x) {
  const std::vector<Dim> shape = call.dims("normalized_shape");
  const auto count = static_cast<std::int64_t>(shape.size());
  if (count > call.rank(x)) {
    throw Error(call.target() + ": normalized_shape " + text(shape) + " does not fit an input of " +
                "shape " + text(call.shape(x)));
  }
  return count;
}

std::vector<ValueId> makeLayerNorm(AtenCall& call, ValueId x) {
  const std::vector<ValueId> operands =
      castAll(call, {x, call.optionalTensor("weight"), call.optionalTensor("bias")});
  return call.makeAll(Op::layer_norm, operands,
                      {{"axes", normalizedRank(call, x)}, {"eps", call.real("eps")}});
}

void layerNorm(AtenCall& call) {
  const ValueId x = call.tensor("input");
  call.result(call.cast(makeLayerNorm(call, x)[0], call.dtype(x)));
}

// Mean and rstd keep the normalised dimensions, with size 1.
void nativeLayerNorm(AtenCall& call) {
  const ValueId x = call.tensor("input");
  std::vector<ValueId> results = makeLayerNorm(call, x);
  const auto kept = static_cast<std::size_t>(call.rank(x) - normalizedRank(call, x));
  Shape rows = call.shape(x);
  for (std::size_t d = kept; d < rows.size(); ++d) rows[d] = Dim(1);
  results[0] = call.cast(results[0], call.dtype(x));
  for (std::size_t i = 1; i <= 2; ++i) {
    results[i] = call.cast(call.reshape(results[i], rows), call.recorded(i).dtype);
  }
  call.results(std::move(results));
}

double epsilonOf(DType dtype) {
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

void rmsNorm(AtenCall& call) {
  const ValueId x = call.tensor("input");
  const double eps = call.isNone("eps") ? epsilonOf(call.dtype(x)) : call.real("eps");
  const std::vector<ValueId> operands = castAll(call, {x, call.optionalTensor("weight")});
  const ValueId y =
      call.make(Op::rms_norm, operands, {{"axes", normalizedRank(call, x)}, {"eps", eps}});
  call.result(call.cast(y, call.dtype(x)));
}

std::vector<ValueId> makeGroupNorm(AtenCall& call, std::int64_t groups) {
  const ValueId x = call.tensor("input");
  if (call.rank(x) < 2) {
    throw Error(call.target() + ": an input of shape " + text(call.shape(x)) + " has no channels");
  }
  std::vector<ValueId> operands = {toChannelsLast(call, x), call.optionalTensor("weight"),
                                   call.optionalTensor("bias")};
  operands = castAll(call, operands);
  std::vector<ValueId> results =
      call.makeAll(Op::group_norm, operands, {{"groups", groups}, {"eps", call.real("eps")}});
  results[0] = call.cast(toChannelsFirst(call, results[0]), call.dtype(x));
  return results;
}

void groupNorm(AtenCall& call) {
  call.result(makeGroupNorm(call, call.integer("num_groups"))[0]);
}

void nativeGroupNorm(AtenCall& call) {
  std::vector<ValueId> results = makeGroupNorm(call, call.integer("group"));
  for (std::size_t i = 1; i <= 2; ++i) results[i] = call.cast(results[i], call.recorded(i).dtype);
  call.results(std::move(results));
}

// v scaled so that its slices along `dim` have the lengths g (all of v for dim -1).
std::vector<ValueId> weightNorm(AtenCall& call) {
  const ValueId v = call.tensor("v");
  const std::int64_t kept = call.integer("dim");
  std::vector<std::int64_t> axes;
  for (std::int64_t d = 0; d < call.rank(v); ++d) {
    if (d != kept) axes.push_back(d);
  }
  const ValueId squares = call.reduce(Op::reduce_sum, call.mul(v, v), axes, true);
  const ValueId length = call.unary(Op::sqrt, squares);
  return {call.mul(v, call.div(call.tensor("g"), length)), length};
}

void weightNormAlone(AtenCall& call) {
  call.result(weightNorm(call)[0]);
}

void weightNormInterface(AtenCall& call) {
  std::vector<ValueId> results = weightNorm(call);
  results[1] = call.cast(call.reshape(results[1], call.recorded(1).shape), call.recorded(1).dtype);
  call.results(std::move(results));
}

constexpr Rule kNormalizationsRules[] = {
    {"aten.layer_norm.default", layerNorm},
    {"aten.native_layer_norm.default", nativeLayerNorm},
    {"aten.rms_norm.default", rmsNorm},
    {"aten.group_norm.default", groupNorm},
    {"aten.native_group_norm.default", nativeGroupNorm},
    {"aten._weight_norm.default", weightNormAlone},
    {"aten._weight_norm_interface.default", weightNormInterface},
};

}  // namespace

std::span<const Rule> normalizationsRules();
std::span<const Rule> normalizationsRules() {
  return kNormalizationsRules;
}

}  // namespace mcc
