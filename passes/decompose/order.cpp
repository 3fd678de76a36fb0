// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans, positions of extremes, order statistics, search.
#include <cmath>

#include "ir/diagnostics.h"
#include "passes/decompose/indexing.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/reductions.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

// The operand with a dimension to work along. Results get the operand's own shape back.
struct Line {
  ValueId x;
  std::int64_t axis;
  bool scalar;  // the operand is 0-d
};

Line lineOf(AtenCall& call, const std::string& dim) {
  const ValueId given = call.tensor("self");
  const ValueId x = atLeast1d(call, given);
  return {x, call.axis(dim, call.rank(x)), call.rank(given) == 0};
}

ValueId back(AtenCall& call, const Line& line, ValueId y) {
  return line.scalar ? call.reshape(y, {}) : y;
}

template <Op kOp>
void scanSum(AtenCall& call) {
  Line line = lineOf(call, "dim");
  const DType dtype = call.optionalDtype("dtype").value_or(sumType(call.dtype(line.x)));
  const ValueId y = call.make(kOp, {call.cast(line.x, dtype)}, {{"axis", line.axis}});
  call.result(back(call, line, y));
}

template <Op kOp>
void scanExtreme(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  const Values v = call.makeAll(kOp, {line.x}, {{"axis", line.axis}});
  call.results({back(call, line, v[0]), back(call, line, v[1])});
}

void logcumsumexp(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  call.result(back(call, line, call.make(Op::logcumsumexp, {line.x}, {{"axis", line.axis}})));
}

// ---- positions of extremes ----

ValueId asNumber(AtenCall& call, ValueId x) {
  return call.dtype(x) == DType::boolean ? call.cast(x, DType::u8) : x;
}

template <Op kOp>
void argExtreme(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const bool keep = keepsDims(call);
  if (call.isNone("dim")) {
    const ValueId y = call.make(kOp, {flattened(call, asNumber(call, x))}, {{"axis", 0}});
    const Shape ones(keep ? call.shape(x).size() : 0, Dim(1));
    return call.result(call.reshape(y, ones));
  }
  const Line line = lineOf(call, "dim");
  const ValueId y = call.make(kOp, {asNumber(call, line.x)}, {{"axis", line.axis}});
  call.result(keep && !line.scalar ? call.unsqueeze(y, line.axis) : y);
}

// The extreme along a dimension and where it stands.
template <Op kReduce, Op kArg>
void extremeDim(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  const bool keep = keepsDims(call) && !line.scalar;
  const ValueId position = call.make(kArg, {asNumber(call, line.x)}, {{"axis", line.axis}});
  call.results({call.reduce(kReduce, line.x, {line.axis}, keep),
                keep ? call.unsqueeze(position, line.axis) : position});
}

// ---- sorted order ----

Values sorted(AtenCall& call, ValueId x, std::int64_t axis, bool descending) {
  return call.makeAll(Op::sort, {x}, {{"axis", axis}, {"descending", descending}});
}

void sort(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  const Values v = sorted(call, line.x, line.axis, call.boolean("descending"));
  call.results({back(call, line, v[0]), back(call, line, v[1])});
}

void argsort(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  call.result(back(call, line, sorted(call, line.x, line.axis, call.boolean("descending"))[1]));
}

void msort(AtenCall& call) {
  const ValueId x = call.tensor("self");
  call.result(call.rank(x) == 0 ? x : sorted(call, x, 0, false)[0]);
}

void topk(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  const Values v = call.makeAll(
      Op::topk, {line.x},
      {{"k", call.dim("k")}, {"axis", line.axis}, {"largest", call.boolean("largest")}});
  call.results({back(call, line, v[0]), back(call, line, v[1])});
}

// Element `position` of sorted lines: (value, where it stood).
void giveSelected(AtenCall& call, const Line& line, const Values& sortedLines, const Dim& at) {
  const bool keep = keepsDims(call) && !line.scalar;
  Values results;
  for (const ValueId v : sortedLines) {
    const ValueId y = call.slice(v, line.axis, at, Dim(1));
    results.push_back(keep ? y : call.squeeze(y, line.axis));
  }
  call.results(results);
}

void kthvalue(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  const Values v =
      call.makeAll(Op::kth_smallest, {line.x}, {{"k", call.dim("k")}, {"axis", line.axis}});
  giveSelected(call, line, v, Dim(0));
}

Dim lowerMiddle(const Dim& count) {
  return floorDiv(count - Dim(1), Dim(2));
}

ValueId isNan(AtenCall& call, ValueId x) {
  if (isFloat(call.dtype(x))) return call.unary(Op::isnan, x);
  return call.full(false, DType::boolean, call.shape(x));
}

// The lower median and its position, dimension kept. NaN sorts last, so one anywhere shows there;
// it is then the median.
Values medianKept(AtenCall& call, ValueId x, std::int64_t axis) {
  const Dim count = call.dim(x, axis);
  const Values v = sorted(call, x, axis, false);
  ValueId value = call.slice(v[0], axis, lowerMiddle(count), Dim(1));
  ValueId position = call.slice(v[1], axis, lowerMiddle(count), Dim(1));
  if (isFloat(call.dtype(x))) {
    const ValueId last = call.slice(v[0], axis, count - Dim(1), Dim(1));
    const ValueId broken = call.unary(Op::isnan, last);
    const ValueId first = call.unsqueeze(call.make(Op::argmax, {x}, {{"axis", axis}}), axis);
    value = call.select(broken, last, value);
    position = call.select(broken, first, position);
  }
  return {value, position};
}

// The same without the NaNs: the middle of those that sort before them.
Values nanMedianKept(AtenCall& call, ValueId x, std::int64_t axis) {
  const ValueId present = call.unary(Op::logical_not, isNan(call, x));
  const ValueId count = call.reduce(Op::reduce_sum, call.cast(present, DType::i64), {axis}, true);
  const auto integer = [&](std::int64_t value) { return call.scalar(value, DType::i64); };
  const ValueId lower = call.binary(Op::floor_div, call.sub(count, integer(1)), integer(2));
  const ValueId at = call.binary(Op::maximum, lower, integer(0));
  const Values v = sorted(call, x, axis, false);
  return {call.make(Op::gather, {v[0], at}, {{"axis", axis}}),
          call.make(Op::gather, {v[1], at}, {{"axis", axis}})};
}

using Median = Values (*)(AtenCall& call, ValueId x, std::int64_t axis);

template <Median kMedian>
void medianDim(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  const bool keep = keepsDims(call) && !line.scalar;
  Values results;
  for (const ValueId v : kMedian(call, line.x, line.axis)) {
    results.push_back(keep ? v : call.squeeze(v, line.axis));
  }
  call.results(results);
}

template <Median kMedian>
void medianAll(AtenCall& call) {
  call.result(call.reshape(kMedian(call, flattened(call, call.tensor("self")), 0)[0], {}));
}

// The value that occurs most often (the smallest of those), and where it stands last: in sorted
// order every element is compared with every other.
void mode(AtenCall& call) {
  const Line line = lineOf(call, "dim");
  const ValueId x = call.transpose(line.x, line.axis, -1);
  const std::int64_t last = call.rank(x) - 1;
  const Values v = sorted(call, x, last, false);
  const ValueId same =
      call.make(Op::eq, {call.unsqueeze(v[0], last + 1), call.unsqueeze(v[0], last)});
  const ValueId counts = call.reduce(Op::reduce_sum, call.cast(same, DType::i64), {last + 1});
  const ValueId first = call.unsqueeze(call.make(Op::argmax, {counts}, {{"axis", last}}), last);
  const ValueId most = call.reduce(Op::reduce_max, counts, {last}, true);
  const ValueId end = call.binary(
      Op::maximum, first,
      call.make(Op::sub, {call.add(first, most), call.scalar(std::int64_t{1}, DType::i64)}));
  Values results;
  for (const ValueId from : v) {
    const ValueId at = call.make(Op::gather, {from, end}, {{"axis", last}});
    const ValueId kept = call.transpose(at, line.axis, -1);
    const bool keep = keepsDims(call) && !line.scalar;
    results.push_back(keep ? kept : call.squeeze(kept, line.axis));
  }
  call.results(results);
}

constexpr Rule kOrderRules[] = {
    {"aten.argmax.default", argExtreme<Op::argmax>},
    {"aten.argmin.default", argExtreme<Op::argmin>},
    {"aten.argsort.default", argsort},
    {"aten.argsort.stable", argsort},
    {"aten.cummax.default", scanExtreme<Op::cummax>},
    {"aten.cummin.default", scanExtreme<Op::cummin>},
    {"aten.cumprod.default", scanSum<Op::cumprod>},
    {"aten.cumsum.default", scanSum<Op::cumsum>},
    {"aten.kthvalue.default", kthvalue},
    {"aten.logcumsumexp.default", logcumsumexp},
    {"aten.max.dim", extremeDim<Op::reduce_max, Op::argmax>},
    {"aten.median.default", medianAll<medianKept>},
    {"aten.median.dim", medianDim<medianKept>},
    {"aten.min.dim", extremeDim<Op::reduce_min, Op::argmin>},
    {"aten.mode.default", mode},
    {"aten.msort.default", msort},
    {"aten.nanmedian.default", medianAll<nanMedianKept>},
    {"aten.nanmedian.dim", medianDim<nanMedianKept>},
    {"aten.sort.default", sort},
    {"aten.sort.stable", sort},
    {"aten.topk.default", topk},
};

}  // namespace

std::span<const Rule> orderRules();
std::span<const Rule> orderRules() {
  return kOrderRules;
}

}  // namespace mcc
