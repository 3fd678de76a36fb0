// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batch and instance normalisation: one multiplication and one addition per channel. The numbers
// are computed by nodes, so that constant folding bakes them.
#include <numeric>

#include "passes/decompose/channels.h"

namespace mcc {
namespace {

// Half-precision statistics are computed in f32.
DType wide(DType dtype) { return dtype == DType::f64 ? DType::f64 : DType::f32; }

struct Statistics {
  ValueId mean, variance;  // [C]; variance biased
};

ValueId inverseDeviation(AtenCall& call, ValueId variance) {
  const ValueId safe = call.binary(Op::add, variance, call.real("eps"));
  return call.unary(Op::rsqrt, safe);
}

// x * (weight * rstd) + (bias - mean * weight * rstd), rounded to x's type at the end.
ValueId normalize(AtenCall& call, ValueId x, ValueId mean, ValueId rstd) {
  const DType dtype = wide(call.dtype(x));
  const ValueId weight = call.optionalTensor("weight");
  const ValueId bias = call.optionalTensor("bias");
  ValueId scale = rstd;
  if (weight.valid()) scale = call.mul(rstd, call.cast(weight, dtype));
  ValueId shift = call.unary(Op::neg, call.mul(mean, scale));
  if (bias.valid()) shift = call.add(shift, call.cast(bias, dtype));
  const ValueId factors = perChannel(call, scale, call.rank(x));
  const ValueId offsets = perChannel(call, shift, call.rank(x));
  const ValueId y = call.add(call.mul(call.cast(x, dtype), factors), offsets);
  return call.cast(y, call.dtype(x));
}

ValueId wideTensor(AtenCall& call, const std::string& name) {
  const ValueId x = call.tensor(name);
  return call.cast(x, wide(call.dtype(x)));
}

// All dimensions but 1.
std::vector<std::int64_t> allButChannels(std::int64_t rank) {
  std::vector<std::int64_t> axes(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  axes.erase(axes.begin() + 1);
  return axes;
}

ValueId countOf(AtenCall& call, ValueId x, DType dtype) {
  const Dim count = call.dim(x, 0) * product({call.shape(x).begin() + 2, call.shape(x).end()});
  if (count.isConstant()) return call.scalar(static_cast<double>(count.constant()), dtype);
  return call.cast(call.dimValue(count), dtype);
}

Statistics batchStatistics(AtenCall& call, ValueId x) {
  const ValueId values = call.cast(x, wide(call.dtype(x)));
  const std::vector<std::int64_t> axes = allButChannels(call.rank(x));
  const ValueId count = countOf(call, x, call.dtype(values));
  const ValueId mean = call.div(call.reduce(Op::reduce_sum, values, axes), count);
  const ValueId centred = call.sub(values, perChannel(call, mean, call.rank(x)));
  const ValueId squares = call.reduce(Op::reduce_sum, call.mul(centred, centred), axes);
  return {mean, call.div(squares, count)};
}

void requireChannels(AtenCall& call, ValueId x) {
  if (call.rank(x) < 2) {
    throw Error(call.target() + ": an input of shape " + text(call.shape(x)) + " has no channels");
  }
}

// running * (1 - momentum) + current * momentum, in the type of `running`.
ValueId runningAverage(AtenCall& call, const std::string& name, ValueId current) {
  const double momentum = call.real("momentum");
  const ValueId running = call.tensor(name);
  const ValueId kept = call.binary(Op::mul, call.cast(running, call.dtype(current)), 1 - momentum);
  const ValueId sum = call.add(kept, call.binary(Op::mul, current, momentum));
  return call.cast(sum, call.dtype(running));
}

std::vector<ValueId> runningStatistics(AtenCall& call, ValueId x, const Statistics& s) {
  const ValueId mean = runningAverage(call, "running_mean", s.mean);
  const ValueId count = countOf(call, x, call.dtype(s.mean));
  const ValueId unbiased = call.div(call.mul(s.variance, count), call.binary(Op::sub, count, 1.0));
  return {mean, runningAverage(call, "running_var", unbiased)};
}

ValueId inference(AtenCall& call, ValueId x) {
  const DType dtype = wide(call.dtype(x));
  const ValueId mean = call.cast(wideTensor(call, "running_mean"), dtype);
  const ValueId variance = call.cast(wideTensor(call, "running_var"), dtype);
  return normalize(call, x, mean, inverseDeviation(call, variance));
}

void batchNorm(AtenCall& call) {
  const ValueId x = call.tensor("input");
  requireChannels(call, x);
  if (!call.boolean("training")) return call.result(inference(call, x));
  if (!call.isNone("running_mean")) {
    call.unsupported("training mode that changes running statistics");
  }
  const Statistics s = batchStatistics(call, x);
  call.result(normalize(call, x, s.mean, inverseDeviation(call, s.variance)));
}

// An empty vector, where the native forms return statistics in training only.
ValueId nothing(AtenCall& call, std::size_t result) {
  return call.full(0.0, call.recorded(result).dtype, {Dim(0)});
}

void nativeInference(AtenCall& call) {
  const ValueId y = inference(call, call.tensor("input"));
  call.results({y, nothing(call, 1), nothing(call, 2)});
}

// (y, mean, rstd), then new running statistics where `updates`.
void nativeTraining(AtenCall& call, bool updates) {
  const ValueId x = call.tensor("input");
  const Statistics s = batchStatistics(call, x);
  const ValueId rstd = inverseDeviation(call, s.variance);
  std::vector<ValueId> results = {normalize(call, x, s.mean, rstd),
                                  call.cast(s.mean, call.recorded(1).dtype),
                                  call.cast(rstd, call.recorded(2).dtype)};
  if (updates) {
    for (const ValueId average : runningStatistics(call, x, s)) results.push_back(average);
  }
  call.results(std::move(results));
}

void nativeNoTraining(AtenCall& call) { nativeInference(call); }

void nativeNoStats(AtenCall& call) {
  if (!call.boolean("training")) call.unsupported("batch_norm without statistics");
  nativeTraining(call, false);
}

void nativeBatchNorm(AtenCall& call) {
  if (!call.boolean("training")) return nativeInference(call);
  if (!call.isNone("running_mean")) {
    call.unsupported("training mode that changes running statistics");
  }
  nativeTraining(call, false);
}

// The in-place form made functional has the new running statistics as further results.
void nativeFunctional(AtenCall& call) {
  if (call.boolean("training")) {
    nativeTraining(call, true);
  } else {
    nativeInference(call);
    std::vector<ValueId> results = call.givenResults();
    results.push_back(call.tensor("running_mean"));
    results.push_back(call.tensor("running_var"));
    call.results(std::move(results));
  }
  for (std::size_t i = call.resultCount(); i < 5; ++i) {
    call.unsupported("a file that records fewer than five results");
  }
}

void instanceNorm(AtenCall& call) {
  const ValueId x = call.tensor("input");
  requireChannels(call, x);
  if (!call.boolean("use_input_stats")) return call.result(inference(call, x));
  if (!call.isNone("running_mean")) {
    call.unsupported("training mode that changes running statistics");
  }
  const auto channels = call.dim(x, 1).asConstant();
  if (!channels) call.unsupported("a number of channels that is not known when mcc runs");
  const ValueId y = call.make(
      Op::group_norm, {toChannelsLast(call, x), call.optionalTensor("weight"),
                       call.optionalTensor("bias")},
      {{"groups", *channels}, {"eps", call.real("eps")}});
  call.result(toChannelsFirst(call, y));
}

constexpr Rule kRules[] = {
    {"aten.batch_norm.default", batchNorm},
    {"aten.native_batch_norm.default", nativeBatchNorm},
    {"aten._native_batch_norm_legit_no_training.default", nativeNoTraining},
    {"aten._native_batch_norm_legit.no_stats", nativeNoStats},
    {"aten._native_batch_norm_legit_functional.default", nativeFunctional},
    {"aten.instance_norm.default", instanceNorm},
};

}  // namespace

std::span<const Rule> batch_normRules();
std::span<const Rule> batch_normRules() { return kRules; }

}  // namespace mcc
