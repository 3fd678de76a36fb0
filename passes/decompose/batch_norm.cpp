// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batch and instance normalisation: one multiplication and one addition per channel. The numbers
// are computed by nodes, so that constant folding bakes them.
#include <numeric>

#include "passes/decompose/channels.h"

namespace mcc {
namespace {

// Half-precision statistics are computed in f32.
DType wide(DType dtype) {
  return dtype == DType::f64 ? DType::f64 : DType::f32;
}

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

ValueId number(AtenCall& call, const Dim& value, DType dtype) {
  if (value.isConstant()) return call.scalar(static_cast<double>(value.constant()), dtype);
  return call.cast(call.dimValue(value), dtype);
}

ValueId countOf(AtenCall& call, ValueId x, DType dtype) {
  const Dim plane = product({call.shape(x).begin() + 2, call.shape(x).end()});
  return number(call, call.dim(x, 0) * plane, dtype);
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

// Means over the images of the statistics of each image.
Statistics meanOverImages(AtenCall& call, ValueId x) {
  const ValueId values = call.cast(x, wide(call.dtype(x)));
  const DType dtype = call.dtype(values);
  std::vector<std::int64_t> axes(static_cast<std::size_t>(call.rank(x)) - 2);
  std::iota(axes.begin(), axes.end(), 2);
  const Dim plane = product({call.shape(x).begin() + 2, call.shape(x).end()});
  const ValueId count = number(call, plane, dtype);
  const ValueId means = call.div(call.reduce(Op::reduce_sum, values, axes, true), count);
  const ValueId centred = call.sub(values, means);
  const ValueId squares = call.reduce(Op::reduce_sum, call.mul(centred, centred), axes);
  const ValueId variances = call.div(squares, count);
  const ValueId images = number(call, call.dim(x, 0), dtype);
  const ValueId sum = call.reduce(Op::reduce_sum, means, allButChannels(call.rank(x)));
  const ValueId mean = call.div(sum, images);
  return {mean, call.div(call.reduce(Op::reduce_sum, variances, {0}), images)};
}

void requireChannels(AtenCall& call, ValueId x) {
  if (call.rank(x) < 2) {
    throw Error(call.target() + ": an input of shape " + text(call.shape(x)) + " has no channels");
  }
}

// running * (1 - momentum) + current * momentum.
ValueId runningAverage(AtenCall& call, const std::string& name, ValueId current, DType dtype) {
  const double momentum = call.real("momentum");
  const ValueId running = call.tensor(name);
  const ValueId kept = call.binary(Op::mul, call.cast(running, call.dtype(current)), 1 - momentum);
  const ValueId sum = call.add(kept, call.binary(Op::mul, current, momentum));
  return call.cast(sum, dtype);
}

// variance * n / (n - 1).
ValueId unbiased(AtenCall& call, ValueId variance, ValueId count) {
  const ValueId sum = call.mul(variance, count);
  return call.div(sum, call.binary(Op::sub, count, 1.0));
}

// New running mean and variance behind the results of an operator that changes them in place:
// functionalize gave the node two more results. Without those the change would be lost.
void addRunningStatistics(AtenCall& call, std::vector<ValueId>& results, const Statistics& s,
                          ValueId count) {
  if (call.isNone("running_mean")) return;
  if (call.resultCount() != results.size() + 2) {
    call.unsupported("training mode that changes running statistics");
  }
  const std::size_t first = results.size();
  const DType meanType = call.recorded(first).dtype;
  results.push_back(runningAverage(call, "running_mean", s.mean, meanType));
  const ValueId variance = unbiased(call, s.variance, count);
  const DType varianceType = call.recorded(first + 1).dtype;
  results.push_back(runningAverage(call, "running_var", variance, varianceType));
}

// The running statistics as they are, where an operator records them as results.
void addUnchangedStatistics(AtenCall& call, std::vector<ValueId>& results) {
  if (call.resultCount() == results.size()) return;
  results.push_back(call.tensor("running_mean"));
  results.push_back(call.tensor("running_var"));
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
  std::vector<ValueId> results;
  if (call.boolean("training")) {
    const Statistics s = batchStatistics(call, x);
    results = {normalize(call, x, s.mean, inverseDeviation(call, s.variance))};
    addRunningStatistics(call, results, s, countOf(call, x, call.dtype(s.mean)));
  } else {
    results = {inference(call, x)};
    addUnchangedStatistics(call, results);
  }
  call.results(std::move(results));
}

// An empty vector, where the native forms return statistics in training only.
ValueId nothing(AtenCall& call, std::size_t result) {
  return call.full(0.0, call.recorded(result).dtype, {Dim(0)});
}

std::vector<ValueId> nativeInference(AtenCall& call) {
  const ValueId y = inference(call, call.tensor("input"));
  return {y, nothing(call, 1), nothing(call, 2)};
}

void noTraining(AtenCall& call) {
  call.results(nativeInference(call));
}

std::vector<ValueId> nativeTraining(AtenCall& call, const Statistics& s) {
  const ValueId rstd = inverseDeviation(call, s.variance);
  return {normalize(call, call.tensor("input"), s.mean, rstd),
          call.cast(s.mean, call.recorded(1).dtype), call.cast(rstd, call.recorded(2).dtype)};
}

// (y, mean, rstd), then the running statistics.
void nativeBatchNorm(AtenCall& call) {
  const ValueId x = call.tensor("input");
  requireChannels(call, x);
  std::vector<ValueId> results;
  if (call.boolean("training")) {
    const Statistics s = batchStatistics(call, x);
    results = nativeTraining(call, s);
    addRunningStatistics(call, results, s, countOf(call, x, call.dtype(s.mean)));
  } else {
    results = nativeInference(call);
    addUnchangedStatistics(call, results);
  }
  call.results(std::move(results));
}

void nativeNoStats(AtenCall& call) {
  if (!call.boolean("training")) call.unsupported("batch_norm without statistics");
  call.results(nativeTraining(call, batchStatistics(call, call.tensor("input"))));
}

// Every image has statistics of its own, which group_norm with a group per channel computes; the
// running ones take their mean over the images.
void instanceNorm(AtenCall& call) {
  const ValueId x = call.tensor("input");
  requireChannels(call, x);
  if (!call.boolean("use_input_stats")) {
    std::vector<ValueId> results = {inference(call, x)};
    addUnchangedStatistics(call, results);
    return call.results(std::move(results));
  }
  const auto channels = call.dim(x, 1).asConstant();
  if (!channels) call.unsupported("a number of channels that is not known when mcc runs");
  const std::vector<ValueId> operands = {toChannelsLast(call, x), call.optionalTensor("weight"),
                                         call.optionalTensor("bias")};
  const ValueId y =
      call.make(Op::group_norm, operands, {{"groups", *channels}, {"eps", call.real("eps")}});
  std::vector<ValueId> results = {toChannelsFirst(call, y)};
  if (!call.isNone("running_mean")) {
    const Statistics s = meanOverImages(call, x);
    const Dim plane = product({call.shape(x).begin() + 2, call.shape(x).end()});
    addRunningStatistics(call, results, s, number(call, plane, call.dtype(s.mean)));
  }
  call.results(std::move(results));
}

constexpr Rule kBatchNormRules[] = {
    {"aten.batch_norm.default", batchNorm},
    {"aten.native_batch_norm.default", nativeBatchNorm},
    {"aten._native_batch_norm_legit.default", nativeBatchNorm},
    {"aten._native_batch_norm_legit_functional.default", nativeBatchNorm},
    {"aten._native_batch_norm_legit.no_stats", nativeNoStats},
    {"aten._native_batch_norm_legit_no_training.default", noTraining},
    {"aten.instance_norm.default", instanceNorm},
};

}  // namespace

std::span<const Rule> batch_normRules();
std::span<const Rule> batch_normRules() {
  return kBatchNormRules;
}

}  // namespace mcc
