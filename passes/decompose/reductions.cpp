// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums, means, products, extremes and tests over dimensions.
#include "passes/decompose/reductions.h"

#include <algorithm>
#include <cmath>

#include "ir/diagnostics.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {

ValueId countOf(AtenCall& call, const Shape& shape, const std::vector<std::int64_t>& axes,
                DType dtype) {
  Dim count = 1;
  for (const std::int64_t axis : axes) count = count * shape[static_cast<std::size_t>(axis)];
  if (count.isConstant()) return call.full(count, dtype, {});
  return call.cast(call.dimValue(count), dtype);
}

ValueId meanOver(AtenCall& call, ValueId x, const std::vector<std::int64_t>& axes, bool keep) {
  const ValueId sum = call.reduce(Op::reduce_sum, x, axes, keep);
  return call.div(sum, countOf(call, call.shape(x), axes, call.dtype(x)));
}

std::vector<std::int64_t> axesArgument(const AtenCall& call, const std::string& name,
                                       std::int64_t rank) {
  if (call.isNone(name)) return allAxes(rank);
  return call.axes(name, rank);
}

bool keepsDims(const AtenCall& call) {
  return call.node().attributes.has("keepdim") && call.boolean("keepdim");
}

namespace {

using Axes = std::vector<std::int64_t>;

// dtype argument, or what sums of the operand's type are.
DType sumResult(const AtenCall& call, ValueId x) {
  return call.optionalDtype("dtype").value_or(sumType(call.dtype(x)));
}

void sumOver(AtenCall& call, const Axes& axes) {
  const ValueId x = call.tensor("self");
  const ValueId wide = call.cast(x, sumResult(call, x));
  call.result(call.reduce(Op::reduce_sum, wide, axes, keepsDims(call)));
}

void sum(AtenCall& call) {
  sumOver(call, allAxes(call.rank(call.tensor("self"))));
}
void sumDims(AtenCall& call) {
  sumOver(call, axesArgument(call, "dim", call.rank(call.tensor("self"))));
}

void meanOf(AtenCall& call, const Axes& axes) {
  const ValueId x = call.tensor("self");
  const DType dtype = call.optionalDtype("dtype").value_or(call.dtype(x));
  if (!isFloat(dtype) && !isComplex(dtype)) {
    throw Error(call.target() + ": the mean of integers needs a dtype");
  }
  const ValueId mean = meanOver(call, call.cast(x, computeType(dtype)), axes, keepsDims(call));
  call.result(call.cast(mean, dtype));
}

void mean(AtenCall& call) {
  meanOf(call, allAxes(call.rank(call.tensor("self"))));
}
void meanDims(AtenCall& call) {
  meanOf(call, axesArgument(call, "dim", call.rank(call.tensor("self"))));
}

void prodOver(AtenCall& call, const Axes& axes) {
  const ValueId x = call.tensor("self");
  const ValueId wide = call.cast(x, sumResult(call, x));
  call.result(call.reduce(Op::reduce_prod, wide, axes, keepsDims(call)));
}

void prod(AtenCall& call) {
  prodOver(call, allAxes(call.rank(call.tensor("self"))));
}
void prodDim(AtenCall& call) {
  prodOver(call, call.axes("dim", call.rank(call.tensor("self"))));
}

// NaN counts as 0.
ValueId withoutNan(AtenCall& call, ValueId x) {
  if (!isFloat(call.dtype(x))) return x;
  return call.make(Op::select, {call.unary(Op::isnan, x), call.full(0, call.dtype(x), {}), x});
}

void nansum(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId kept = call.cast(withoutNan(call, x), sumResult(call, x));
  call.result(
      call.reduce(Op::reduce_sum, kept, axesArgument(call, "dim", call.rank(x)), keepsDims(call)));
}

void nanmean(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const DType dtype = call.optionalDtype("dtype").value_or(call.dtype(x));
  const Axes axes = axesArgument(call, "dim", call.rank(x));
  const bool keep = keepsDims(call);
  const ValueId kept = call.cast(withoutNan(call, x), computeType(dtype));
  const ValueId sum = call.reduce(Op::reduce_sum, kept, axes, keep);
  const ValueId present = call.unary(Op::logical_not, call.unary(Op::isnan, x));
  const ValueId count =
      call.reduce(Op::reduce_sum, call.cast(present, computeType(dtype)), axes, keep);
  call.result(call.cast(call.div(sum, count), dtype));
}

template <Op kOp>
void extreme(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const bool dims = call.node().attributes.has("dim") && !call.isNone("dim");
  const Axes axes = dims ? call.axes("dim", call.rank(x)) : allAxes(call.rank(x));
  call.result(call.reduce(kOp, x, axes, keepsDims(call)));
}

void aminmax(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const Axes axes = call.isNone("dim") ? allAxes(call.rank(x)) : call.axes("dim", call.rank(x));
  call.results({call.reduce(Op::reduce_min, x, axes, keepsDims(call)),
                call.reduce(Op::reduce_max, x, axes, keepsDims(call))});
}

// Whether elements are other than zero; u8 operands give u8.
template <Op kOp>
void test(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const bool dims = call.node().attributes.has("dim") && !call.isNone("dim");
  const Axes axes = dims ? call.axes("dim", call.rank(x)) : allAxes(call.rank(x));
  const ValueId y = call.reduce(kOp, call.cast(x, DType::boolean), axes, keepsDims(call));
  call.result(call.cast(y, call.dtype(x) == DType::u8 ? DType::u8 : DType::boolean));
}

void countNonzero(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId hits = call.cast(call.cast(x, DType::boolean), DType::i64);
  call.result(call.reduce(Op::reduce_sum, hits, axesArgument(call, "dim", call.rank(x))));
}

// log(sum(exp(x))), the largest element taken out first; infinite ones stay.
void logsumexp(AtenCall& call) {
  const ValueId x = wide(call, "self", Promotion::real);
  const Axes axes = call.axes("dim", call.rank(x));
  const DType dtype = realType(call.dtype(call.tensor("self")));
  const ValueId largest = call.reduce(Op::reduce_max, x, axes, true);
  const ValueId infinite = call.unary(Op::isinf, largest);
  const ValueId shift = call.select(infinite, call.full(0, call.dtype(x), {}), largest);
  const ValueId shares = call.unary(Op::exp, call.sub(x, shift));
  const ValueId sum = call.reduce(Op::reduce_sum, shares, axes, true);
  ValueId y = call.add(call.unary(Op::log, sum), shift);
  if (!keepsDims(call)) {
    Shape shape;
    for (std::int64_t d = 0; d < call.rank(x); ++d) {
      if (std::find(axes.begin(), axes.end(), d) == axes.end()) shape.push_back(call.dim(x, d));
    }
    y = call.reshape(y, shape);
  }
  call.result(call.cast(y, dtype));
}

constexpr Rule kReductionsRules[] = {
    {"aten.all.default", test<Op::reduce_all>},
    {"aten.all.dim", test<Op::reduce_all>},
    {"aten.all.dims", test<Op::reduce_all>},
    {"aten.amax.default", extreme<Op::reduce_max>},
    {"aten.amin.default", extreme<Op::reduce_min>},
    {"aten.aminmax.default", aminmax},
    {"aten.any.default", test<Op::reduce_any>},
    {"aten.any.dim", test<Op::reduce_any>},
    {"aten.any.dims", test<Op::reduce_any>},
    {"aten.count_nonzero.default", countNonzero},
    {"aten.count_nonzero.dim_IntList", countNonzero},
    {"aten.logsumexp.default", logsumexp},
    {"aten.max.default", extreme<Op::reduce_max>},
    {"aten.mean.default", mean},
    {"aten.mean.dim", meanDims},
    {"aten.min.default", extreme<Op::reduce_min>},
    {"aten.nanmean.default", nanmean},
    {"aten.nansum.default", nansum},
    {"aten.prod.default", prod},
    {"aten.prod.dim_int", prodDim},
    {"aten.special_logsumexp.default", logsumexp},
    {"aten.sum.default", sum},
    {"aten.sum.dim_IntList", sumDims},
};

}  // namespace

std::span<const Rule> reductionsRules();
std::span<const Rule> reductionsRules() {
  return kReductionsRules;
}

}  // namespace mcc
