// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variances, norms and distances.
#include <algorithm>
#include <cmath>

#include "ir/diagnostics.h"
#include "ir/op_def.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/reductions.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Axes = std::vector<std::int64_t>;

// Whether the argument is there and not None: several overloads share a rule.
bool isGiven(const AtenCall& call, const std::string& name) {
  return call.node().attributes.has(name) && !call.isNone(name);
}

// Elements subtracted from the count: argument correction (default 1), or unbiased (default true).
double correctionOf(const AtenCall& call) {
  if (isGiven(call, "correction")) return call.real("correction");
  if (call.node().attributes.has("unbiased")) return call.boolean("unbiased") ? 1 : 0;
  return 1;
}

struct Moments {
  ValueId variance, mean;
};

// Mean squared distance from the mean, over axes, divided by count - correction (at least 0).
Moments momentsOver(AtenCall& call, ValueId x, const Axes& axes, bool keep) {
  const DType dtype = partType(call.dtype(x));
  const ValueId mean = meanOver(call, x, axes, true);
  const ValueId apart = call.sub(x, mean);
  ValueId squares;
  if (isComplex(call.dtype(x))) {
    const ValueId re = call.unary(Op::real, apart), im = call.unary(Op::imag, apart);
    squares = call.make(Op::add, {call.mul(re, re), call.mul(im, im)});
  } else {
    squares = call.mul(apart, apart);
  }
  const ValueId sum = call.reduce(Op::reduce_sum, squares, axes, keep);
  const ValueId count = countOf(call, call.shape(x), axes, dtype);
  const ValueId freedom = call.binary(Op::sub, count, correctionOf(call));
  const ValueId divisor = call.binary(Op::maximum, freedom, 0.0);
  const ValueId shaped = keep ? mean : call.reshape(mean, call.shape(sum));
  return {call.div(sum, divisor), shaped};
}

template <bool kRoot, bool kWithMean>
void spread(AtenCall& call) {
  const ValueId given = call.tensor("self");
  const bool dims = isGiven(call, "dim");
  const Axes axes = dims ? call.axes("dim", call.rank(given)) : allAxes(call.rank(given));
  const DType dtype = call.dtype(given);
  if (!isFloat(dtype) && !isComplex(dtype)) throw Error(call.target() + ": needs real numbers");
  const Moments moments = momentsOver(call, wide(call, "self"), axes, keepsDims(call));
  const ValueId root = kRoot ? call.unary(Op::sqrt, moments.variance) : moments.variance;
  const ValueId first = call.cast(root, partType(dtype));
  if (!kWithMean) return call.result(first);
  call.results({first, call.cast(moments.mean, dtype)});
}

// ---- norms ----

ValueId magnitude(AtenCall& call, ValueId x) {
  if (!isComplex(call.dtype(x))) return call.unary(Op::abs, x);
  return call.make(Op::hypot, {call.unary(Op::real, x), call.unary(Op::imag, x)});
}

// (sum |x|^p)^(1/p) over axes; p = inf, -inf: largest, smallest; 0: how many are not zero.
ValueId normOver(AtenCall& call, ValueId x, double p, const Axes& axes, bool keep) {
  const DType dtype = partType(call.dtype(x));
  if (p == 0) {
    const ValueId hits = call.cast(call.cast(x, DType::boolean), dtype);
    return call.reduce(Op::reduce_sum, hits, axes, keep);
  }
  if (axes.empty()) return magnitude(call, x);
  if (std::isinf(p)) {
    return call.reduce(p > 0 ? Op::reduce_max : Op::reduce_min, magnitude(call, x), axes, keep);
  }
  if (p == 1) return call.reduce(Op::reduce_sum, magnitude(call, x), axes, keep);
  if (p == 2) {
    const ValueId size = isComplex(call.dtype(x)) ? magnitude(call, x) : x;
    return call.unary(Op::sqrt, call.reduce(Op::reduce_sum, call.mul(size, size), axes, keep));
  }
  const ValueId powers = call.binary(Op::pow, magnitude(call, x), p);
  return call.binary(Op::pow, call.reduce(Op::reduce_sum, powers, axes, keep), 1 / p);
}

void giveNorm(AtenCall& call, ValueId x, double p, const Axes& axes) {
  const bool typed = isGiven(call, "dtype");
  const DType dtype = typed ? *call.optionalDtype("dtype") : call.dtype(x);
  const ValueId y = normOver(call, call.cast(x, computeType(dtype)), p, axes, keepsDims(call));
  call.result(call.cast(y, partType(dtype)));
}

void vectorNorm(AtenCall& call) {
  const ValueId x = call.tensor("self");
  giveNorm(call, x, call.real("ord"), axesArgument(call, "dim", call.rank(x)));
}

void norm(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const double p = isGiven(call, "p") ? call.real("p") : 2;
  const bool dims = isGiven(call, "dim");
  giveNorm(call, x, p, dims ? call.axes("dim", call.rank(x)) : allAxes(call.rank(x)));
}

// Norms of matrices that are sums: Frobenius, and largest (smallest) row or column sums.
void matrixNorm(AtenCall& call) {
  const ValueId x = call.tensor("self");
  std::vector<std::int64_t> dims = call.integers("dim");
  if (dims.size() != 2) throw Error(call.target() + ": dim must name two dimensions");
  for (std::int64_t& dim : dims) dim = normalizeAxis(dim, call.rank(x));
  const Attribute& ord = call.argument("ord");
  const bool keep = keepsDims(call);
  if (ord.is<std::string>()) {
    if (ord.as<std::string>() != "fro") call.unsupported("norm '" + ord.as<std::string>() + "'");
    std::sort(dims.begin(), dims.end());
    return giveNorm(call, x, 2, dims);
  }
  const double p = call.real("ord");
  const bool sums = std::fabs(p) == 1 || std::isinf(p);
  if (!sums) call.unsupported("a norm by singular values");
  const ValueId size = magnitude(call, call.cast(x, computeType(call.dtype(x))));
  const std::int64_t summed = std::isinf(p) ? dims[1] : dims[0];
  const std::int64_t chosen = std::isinf(p) ? dims[0] : dims[1];
  const ValueId totals = call.reduce(Op::reduce_sum, size, {summed}, true);
  ValueId y = call.reduce(p > 0 ? Op::reduce_max : Op::reduce_min, totals, {chosen}, true);
  for (const std::int64_t d : {std::max(summed, chosen), std::min(summed, chosen)}) {
    if (!keep) y = call.squeeze(y, d);
  }
  call.result(call.cast(y, partType(call.dtype(x))));
}

// ---- distances ----

void dist(AtenCall& call) {
  const DType dtype = promotedType(call, {"self", "other"});
  const std::vector<ValueId> v = promotedWide(call, {"self", "other"});
  const ValueId apart = call.sub(v[0], v[1]);
  const ValueId y = normOver(call, apart, call.real("p"), allAxes(call.rank(apart)), false);
  call.result(call.cast(y, partType(dtype)));
}

// Norm of x1 - x2 + eps over the last dimension.
void pairwiseDistance(AtenCall& call) {
  const DType dtype = promotedType(call, {"x1", "x2"});
  const std::vector<ValueId> v = promotedWide(call, {"x1", "x2"});
  const ValueId apart = call.binary(Op::add, call.sub(v[0], v[1]), call.real("eps"));
  const Axes last = {call.rank(apart) - 1};
  call.result(call.cast(normOver(call, apart, call.real("p"), last, keepsDims(call)), dtype));
}

// x1 . x2 with each divided by its norm, which is at least eps.
void cosineSimilarity(AtenCall& call) {
  const DType dtype = promotedType(call, {"x1", "x2"}, Promotion::real);
  const std::vector<ValueId> v =
      broadcastTogether(call, promotedWide(call, {"x1", "x2"}, Promotion::real));
  const Axes axes = {call.axis("dim", call.rank(v[0]))};
  std::vector<ValueId> units;
  for (const ValueId x : v) {
    const ValueId size = normOver(call, x, 2, axes, true);
    units.push_back(call.div(x, call.binary(Op::maximum, size, call.real("eps"))));
  }
  const ValueId y = call.reduce(Op::reduce_sum, call.mul(units[0], units[1]), axes);
  call.result(call.cast(y, dtype));
}

constexpr Rule kStatisticsRules[] = {
    {"aten.cosine_similarity.default", cosineSimilarity},
    {"aten.dist.default", dist},
    {"aten.frobenius_norm.dim", norm},
    {"aten.linalg_matrix_norm.default", matrixNorm},
    {"aten.linalg_matrix_norm.str_ord", matrixNorm},
    {"aten.linalg_vector_norm.default", vectorNorm},
    {"aten.norm.Scalar", norm},
    {"aten.norm.ScalarOpt_dim", norm},
    {"aten.norm.ScalarOpt_dim_dtype", norm},
    {"aten.norm.ScalarOpt_dtype", norm},
    {"aten.pairwise_distance.default", pairwiseDistance},
    {"aten.std.correction", spread<true, false>},
    {"aten.std.default", spread<true, false>},
    {"aten.std.dim", spread<true, false>},
    {"aten.std_mean.correction", spread<true, true>},
    {"aten.std_mean.default", spread<true, true>},
    {"aten.std_mean.dim", spread<true, true>},
    {"aten.var.correction", spread<false, false>},
    {"aten.var.default", spread<false, false>},
    {"aten.var.dim", spread<false, false>},
    {"aten.var_mean.correction", spread<false, true>},
    {"aten.var_mean.default", spread<false, true>},
    {"aten.var_mean.dim", spread<false, true>},
};

}  // namespace

std::span<const Rule> statisticsRules();
std::span<const Rule> statisticsRules() {
  return kStatisticsRules;
}

}  // namespace mcc
