// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors made from nothing. Their types are those that the export recorded.
#include <cmath>
#include <numbers>

#include "passes/decompose/promotion.h"

namespace mcc {
namespace {

// Contents that nobody may rely on are zeros.
template <int kValue>
void constantSized(AtenCall& call) {
  call.result(call.full(kValue, call.recorded().dtype, call.dims("size")));
}

template <int kValue>
void constantLike(AtenCall& call) {
  call.result(call.full(kValue, call.recorded().dtype, call.shape(call.tensor("self"))));
}

void fullOf(AtenCall& call, const std::string& argument, const Shape& shape) {
  const ValueId value = asType(call, argument, call.recorded().dtype);
  call.result(call.expand(call.reshape(value, {}), shape));
}

void full(AtenCall& call) {
  if (!call.isNumber("fill_value")) return fullOf(call, "fill_value", call.dims("size"));
  const Attribute& value = call.argument("fill_value");
  call.result(call.full(value, call.recorded().dtype, call.dims("size")));
}

void fullLike(AtenCall& call) {
  const Shape shape = call.shape(call.tensor("self"));
  if (!call.isNumber("fill_value")) return fullOf(call, "fill_value", shape);
  call.result(call.full(call.argument("fill_value"), call.recorded().dtype, shape));
}

void scalarTensor(AtenCall& call) {
  call.result(call.reshape(asType(call, "s", call.recorded().dtype), {}));
}

bool isInteger(const Attribute& value) {
  return value.is<Dim>();
}

// start, start + step, ... below end. Integers stay exact and may be symbolic.
void arange(AtenCall& call, const Attribute& start, const Attribute& step) {
  const DType dtype = call.recorded().dtype;
  const Attribute end = call.argument("end");
  if (!call.isNumber("end") || start.is<Operand>() || step.is<Operand>()) {
    call.unsupported("a computed real number as bound");
  }
  if (isInteger(start) && isInteger(end) && isInteger(step)) {
    const Dim from = start.as<Dim>(), by = step.as<Dim>(), span = end.as<Dim>() - from;
    if (by == Dim(0)) throw Error(call.target() + ": step must not be 0");
    const Dim count = by == Dim(1) ? span : ceilDiv(span, by);
    const bool known = count.isConstant();
    return call.result(call.iota(from, by, known ? max(count, Dim(0)) : count, dtype));
  }
  const auto number = [&](const Attribute& value) {
    return value.is<Dim>() ? static_cast<double>(value.as<Dim>().constant()) : value.as<double>();
  };
  const double from = number(start), by = number(step);
  const double count = std::ceil((number(end) - from) / by);
  if (!(count >= 0 && count < 1e12)) throw Error(call.target() + ": bounds don't match the step");
  call.result(call.iota(from, by, Dim(static_cast<std::int64_t>(count)), dtype));
}

void arangeEnd(AtenCall& call) {
  arange(call, Dim(0), Dim(1));
}
void arangeStart(AtenCall& call) {
  arange(call, call.argument("start"), Dim(1));
}
void arangeStep(AtenCall& call) {
  arange(call, call.argument("start"), call.argument("step"));
}

// `steps` numbers from start to end. Counted from the nearer end, so that both ends are exact.
ValueId spaced(AtenCall& call, DType dtype) {
  const double start = call.real("start"), end = call.real("end");
  const std::int64_t steps = call.integer("steps");
  if (steps < 0) throw Error(call.target() + ": steps must not be negative");
  const double step = steps > 1 ? (end - start) / static_cast<double>(steps - 1) : 0;
  const std::int64_t half = steps == 1 ? 1 : steps / 2;
  const double second = end - step * static_cast<double>(steps - half - 1);
  return call.concat(
      {call.iota(start, step, half, dtype), call.iota(second, step, Dim(steps - half), dtype)}, 0);
}

void linspace(AtenCall& call) {
  call.result(spaced(call, call.recorded().dtype));
}

void logspace(AtenCall& call) {
  const ValueId exponent = spaced(call, DType::f64);
  const ValueId base = call.scalar(call.real("base"), DType::f64);
  call.result(call.cast(call.binary(Op::pow, base, exponent), call.recorded().dtype));
}

void eyeOf(AtenCall& call, const Dim& rows, const Dim& columns) {
  const ValueId row = call.unsqueeze(call.iota(0, 1, rows, DType::i64), 1);
  const ValueId column = call.iota(0, 1, columns, DType::i64);
  call.result(call.cast(call.binary(Op::eq, row, column), call.recorded().dtype));
}

void eye(AtenCall& call) {
  eyeOf(call, call.dim("n"), call.dim("n"));
}
void eyeRows(AtenCall& call) {
  eyeOf(call, call.dim("n"), call.dim("m"));
}

// Row and column of every element on one side of a diagonal, in row-major order.
void triangleIndices(AtenCall& call, bool lower) {
  const std::int64_t rows = call.integer("row"), columns = call.integer("col");
  const std::int64_t offset = call.integer("offset");
  std::vector<std::int64_t> first, second;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) {
      if (lower ? c - r > offset : c - r < offset) continue;
      first.push_back(r);
      second.push_back(c);
    }
  }
  const auto count = static_cast<std::int64_t>(first.size());
  Tensor indices(call.recorded().dtype, {2, count});
  for (std::int64_t i = 0; i < count; ++i) {
    indices.setInteger(i, first[static_cast<std::size_t>(i)]);
    indices.setInteger(count + i, second[static_cast<std::size_t>(i)]);
  }
  call.result(call.constant(std::make_shared<const Tensor>(std::move(indices))));
}

void trilIndices(AtenCall& call) {
  triangleIndices(call, true);
}
void triuIndices(AtenCall& call) {
  triangleIndices(call, false);
}

// sum of coefficients[k] * cos(2 pi k i / n); symmetric windows end where periodic ones go on.
void cosineWindow(AtenCall& call, bool periodic, const std::vector<double>& coefficients) {
  const std::int64_t length = call.integer("window_length");
  const DType dtype = call.recorded().dtype;
  if (length <= 1) return call.result(call.full(1, dtype, {Dim(length)}));
  const double n = static_cast<double>(periodic ? length : length - 1);
  Tensor window(dtype, {length});
  for (std::int64_t i = 0; i < length; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < coefficients.size(); ++k) {
      const double turns = static_cast<double>(k) * static_cast<double>(i) / n;
      sum += coefficients[k] * std::cos(2 * std::numbers::pi * turns);
    }
    window.setReal(i, sum);
  }
  call.result(call.constant(std::make_shared<const Tensor>(std::move(window))));
}

void hann(AtenCall& call) {
  cosineWindow(call, true, {0.5, -0.5});
}
void hannPeriodic(AtenCall& call) {
  cosineWindow(call, call.boolean("periodic"), {0.5, -0.5});
}
void hamming(AtenCall& call) {
  cosineWindow(call, true, {0.54, -0.46});
}
void hammingPeriodic(AtenCall& call) {
  cosineWindow(call, call.boolean("periodic"), {0.54, -0.46});
}
void blackman(AtenCall& call) {
  cosineWindow(call, true, {0.42, -0.5, 0.08});
}
void blackmanPeriodic(AtenCall& call) {
  cosineWindow(call, call.boolean("periodic"), {0.42, -0.5, 0.08});
}

void bartlettOf(AtenCall& call, bool periodic) {
  const std::int64_t length = call.integer("window_length");
  const DType dtype = call.recorded().dtype;
  if (length <= 1) return call.result(call.full(1, dtype, {Dim(length)}));
  const double n = static_cast<double>(periodic ? length : length - 1);
  Tensor window(dtype, {length});
  for (std::int64_t i = 0; i < length; ++i) {
    window.setReal(i, 1 - std::fabs(2 * static_cast<double>(i) / n - 1));
  }
  call.result(call.constant(std::make_shared<const Tensor>(std::move(window))));
}

void bartlett(AtenCall& call) {
  bartlettOf(call, true);
}
void bartlettPeriodic(AtenCall& call) {
  bartlettOf(call, call.boolean("periodic"));
}

constexpr Rule kCreationRules[] = {
    {"aten.arange.default", arangeEnd},
    {"aten.arange.start", arangeStart},
    {"aten.arange.start_step", arangeStep},
    {"aten.bartlett_window.default", bartlett},
    {"aten.bartlett_window.periodic", bartlettPeriodic},
    {"aten.blackman_window.default", blackman},
    {"aten.blackman_window.periodic", blackmanPeriodic},
    {"aten.empty.memory_format", constantSized<0>},
    {"aten.empty_like.default", constantLike<0>},
    {"aten.empty_permuted.default", constantSized<0>},
    {"aten.empty_strided.default", constantSized<0>},
    {"aten.eye.default", eye},
    {"aten.eye.m", eyeRows},
    {"aten.full.default", full},
    {"aten.full_like.default", fullLike},
    {"aten.hamming_window.default", hamming},
    {"aten.hamming_window.periodic", hammingPeriodic},
    {"aten.hann_window.default", hann},
    {"aten.hann_window.periodic", hannPeriodic},
    {"aten.linspace.default", linspace},
    {"aten.logspace.default", logspace},
    {"aten.new_empty.default", constantSized<0>},
    {"aten.new_empty_strided.default", constantSized<0>},
    {"aten.new_full.default", full},
    {"aten.new_ones.default", constantSized<1>},
    {"aten.new_zeros.default", constantSized<0>},
    {"aten.ones.default", constantSized<1>},
    {"aten.ones_like.default", constantLike<1>},
    {"aten.scalar_tensor.default", scalarTensor},
    {"aten.tril_indices.default", trilIndices},
    {"aten.triu_indices.default", triuIndices},
    {"aten.zeros.default", constantSized<0>},
    {"aten.zeros_like.default", constantLike<0>},
};

}  // namespace

std::span<const Rule> creationRules();
std::span<const Rule> creationRules() {
  return kCreationRules;
}

}  // namespace mcc
