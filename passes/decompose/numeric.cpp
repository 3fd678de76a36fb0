// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small numerical recipes: differences, integrals, products of vectors, histograms, quantiles.
#include <algorithm>
#include <cmath>

#include "ir/diagnostics.h"
#include "ir/op_def.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/reductions.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

// All elements but the last, and all but the first, along a dimension.
struct Neighbours {
  ValueId left, right;
};

Neighbours neighbours(AtenCall& call, ValueId x, std::int64_t axis) {
  const Dim count = call.dim(x, axis) - Dim(1);
  return {call.slice(x, axis, Dim(0), count), call.slice(x, axis, Dim(1), count)};
}

void diff(AtenCall& call) {
  ValueId x = call.tensor("self");
  const std::int64_t axis = call.axis("dim", call.rank(x));
  Values parts = {x};
  if (!call.isNone("prepend")) parts.insert(parts.begin(), call.tensor("prepend"));
  if (!call.isNone("append")) parts.push_back(call.tensor("append"));
  ResultType type;
  for (const ValueId part : parts) type.addTensor(call.type(part));
  for (ValueId& part : parts) part = call.cast(part, type.get());
  x = call.concat(parts, axis);
  for (std::int64_t i = 0; i < call.integer("n"); ++i) {
    if (call.dim(x, axis) == Dim(0)) break;
    const Neighbours n = neighbours(call, x, axis);
    const bool boolean = call.dtype(x) == DType::boolean;
    x = call.binary(boolean ? Op::logical_xor : Op::sub, n.right, n.left);
  }
  call.result(x);
}

// (y[i] + y[i + 1]) * step / 2 along a dimension; steps are a number or differences of x.
ValueId trapezoids(AtenCall& call, std::int64_t axis) {
  ValueId y = call.tensor("y");
  const bool given = call.node().attributes.has("x");
  ResultType type;
  type.addTensor(call.type(y));
  if (given) type.addTensor(call.type(call.tensor("x")));
  const DType dtype = computeType(realType(type.get()));
  y = call.cast(y, dtype);
  const Neighbours n = neighbours(call, y, axis);
  const ValueId sums = call.binary(Op::mul, call.add(n.left, n.right), 0.5);
  if (!given) return call.mul(sums, asType(call, "dx", dtype));
  const ValueId x = call.cast(call.tensor("x"), dtype);
  const bool line = call.rank(x) == 1;
  const Neighbours at = neighbours(call, x, line ? 0 : call.rank(x) - call.rank(y) + axis);
  ValueId steps = call.sub(at.right, at.left);
  if (line) {
    Shape alone(call.shape(y).size(), Dim(1));
    alone[static_cast<std::size_t>(axis)] = call.dim(steps, 0);
    steps = call.reshape(steps, alone);
  }
  return call.mul(sums, steps);
}

void trapezoid(AtenCall& call) {
  const std::int64_t axis = call.axis("dim", call.rank(call.tensor("y")));
  const ValueId sum = call.reduce(Op::reduce_sum, trapezoids(call, axis), {axis});
  call.result(call.cast(sum, call.recorded().dtype));
}

void cumulativeTrapezoid(AtenCall& call) {
  const std::int64_t axis = call.axis("dim", call.rank(call.tensor("y")));
  const ValueId sums = call.make(Op::cumsum, {trapezoids(call, axis)}, {{"axis", axis}});
  call.result(call.cast(sums, call.recorded().dtype));
}

// a x b along a dimension of size 3: a[i+1] b[i+2] - a[i+2] b[i+1].
void crossAlong(AtenCall& call, const Values& operands, std::int64_t axis) {
  const auto turned = [&](ValueId x, std::int64_t by) {
    return call.concat(
        {call.slice(x, axis, Dim(by), Dim(3 - by)), call.slice(x, axis, Dim(0), Dim(by))}, axis);
  };
  const ValueId first = call.mul(turned(operands[0], 1), turned(operands[1], 2));
  const ValueId second = call.mul(turned(operands[0], 2), turned(operands[1], 1));
  call.result(call.sub(first, second));
}

void cross(AtenCall& call) {
  const Values v = broadcastTogether(call, promoted(call, {"self", "other"}));
  const std::int64_t rank = call.rank(v[0]);
  if (!call.isNone("dim")) return crossAlong(call, v, call.axis("dim", rank));
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    if (call.dim(v[0], axis) == Dim(3)) return crossAlong(call, v, axis);
  }
  throw Error(call.target() + ": no dimension has size 3");
}

void outer(AtenCall& call) {
  const DType dtype = promotedType(call, {"self", "vec2"});
  const ValueId a = call.cast(call.tensor("self"), dtype);
  const ValueId b = call.cast(call.tensor("vec2"), dtype);
  const Op op = dtype == DType::boolean ? Op::logical_and : Op::mul;
  call.result(call.binary(op, call.unsqueeze(a, 1), b));
}

// Every element of the first times the whole of the second.
void kron(AtenCall& call) {
  Values v = promoted(call, {"self", "other"});
  const std::size_t rank = std::max(call.shape(v[0]).size(), call.shape(v[1]).size());
  Shape result, shapes[2];
  for (std::size_t d = 0; d < rank; ++d) {
    Dim sizes[2];
    for (std::size_t i = 0; i < 2; ++i) {
      const Shape& shape = call.shape(v[i]);
      const std::size_t lead = rank - shape.size();
      sizes[i] = d < lead ? Dim(1) : shape[d - lead];
      shapes[i].push_back(i == 0 ? sizes[i] : Dim(1));
      shapes[i].push_back(i == 0 ? Dim(1) : sizes[i]);
    }
    result.push_back(sizes[0] * sizes[1]);
  }
  const ValueId product =
      call.make(Op::mul, {call.reshape(v[0], shapes[0]), call.reshape(v[1], shapes[1])});
  call.result(call.reshape(product, result));
}

// Powers 0, 1, 2, ... of x along a new last dimension.
void powers(AtenCall& call, Dim count, bool increasing) {
  const ValueId x = call.cast(atLeast1d(call, call.tensor("x")), call.recorded().dtype);
  if (!count.isConstant()) call.unsupported("a symbolic number of powers");
  Values columns;
  for (std::int64_t i = 0; i < count.constant(); ++i) {
    columns.push_back(columns.empty() ? call.full(1, call.dtype(x), call.shape(x))
                                      : call.mul(columns.back(), x));
  }
  if (columns.empty()) call.unsupported("no powers at all");
  if (!increasing) std::reverse(columns.begin(), columns.end());
  call.result(stacked(call, columns, call.rank(x)));
}

void vander(AtenCall& call) {
  const ValueId x = atLeast1d(call, call.tensor("x"));
  powers(call, call.isNone("N") ? call.dim(x, -1) : call.dim("N"), call.boolean("increasing"));
}

void linalgVander(AtenCall& call) {
  const ValueId x = atLeast1d(call, call.tensor("x"));
  powers(call, call.isNone("N") ? call.dim(x, -1) : call.dim("N"), true);
}

// All ways to choose r elements in order, one a row.
void combinations(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const Dim size = call.dim(x, 0);
  const std::int64_t r = call.integer("r");
  if (!size.isConstant() || r < 1) call.unsupported("a symbolic size or an empty choice");
  const std::int64_t repeat = call.boolean("with_replacement") ? 0 : 1;
  std::vector<std::vector<std::int64_t>> rows = {{}};
  for (std::int64_t i = 0; i < r; ++i) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const std::vector<std::int64_t>& row : rows) {
      for (std::int64_t e = row.empty() ? 0 : row.back() + repeat; e < size.constant(); ++e) {
        longer.push_back(row);
        longer.back().push_back(e);
      }
    }
    rows = std::move(longer);
  }
  Tensor positions(DType::i64, {static_cast<std::int64_t>(rows.size()), r});
  std::int64_t next = 0;
  for (const std::vector<std::int64_t>& row : rows) {
    for (const std::int64_t e : row) positions.setInteger(next++, e);
  }
  const ValueId index = call.constant(std::make_shared<const Tensor>(std::move(positions)));
  call.result(call.make(Op::index, {x, index}, {{"axis", 0}}));
}

// Edges of `bins` equal parts of [low, high]; low and high are 0-d values.
ValueId binEdges(AtenCall& call, ValueId low, ValueId high, std::int64_t bins) {
  const DType dtype = call.dtype(low);
  const ValueId steps = call.iota(0, 1, Dim(bins + 1), dtype);
  const ValueId width = call.binary(Op::div, call.sub(high, low), static_cast<double>(bins));
  const ValueId edges = call.add(low, call.mul(steps, width));
  const ValueId inner = call.slice(edges, 0, Dim(0), Dim(bins));
  return call.concat({inner, call.reshape(high, {Dim(1)})}, 0);
}

// How many elements fall into each of the bins; the last one holds its upper edge. Without bounds
// the range is that of the data.
void histc(AtenCall& call) {
  const ValueId given = flattened(call, call.tensor("self"));
  const ValueId x = call.cast(given, computeType(call.dtype(given)));
  const DType dtype = call.dtype(x);
  const std::int64_t bins = call.integer("bins");
  ValueId low = asType(call, "min", dtype), high = asType(call, "max", dtype);
  if (call.real("min") == call.real("max")) {
    low = call.reduce(Op::reduce_min, x, {0});
    high = call.reduce(Op::reduce_max, x, {0});
    const ValueId flat = call.cast(call.binary(Op::eq, low, high), dtype);
    low = call.sub(low, flat);
    high = call.add(high, flat);
  }
  const ValueId edges = binEdges(call, low, high, bins);
  const ValueId place = call.make(Op::searchsorted, {edges, x}, {{"right", true}});
  const auto integer = [&](std::int64_t value) { return call.scalar(value, DType::i64); };
  const ValueId bin = call.binary(Op::minimum, call.sub(place, integer(1)), integer(bins - 1));
  const ValueId inside =
      call.make(Op::logical_and, {call.binary(Op::ge, x, low), call.binary(Op::le, x, high)});
  const ValueId safe = call.binary(Op::maximum, bin, integer(0));
  const ValueId counts =
      call.make(Op::index_put, {call.full(0, dtype, {Dim(bins)}), call.cast(inside, dtype), safe},
                {{"axis", 0}, {"accumulate", true}});
  call.result(call.cast(counts, call.dtype(given)));
}

// Between the sorted elements around position q * (n - 1); NaN anywhere gives NaN.
void quantile(AtenCall& call) {
  const bool all = call.isNone("dim");
  const ValueId given = call.tensor("self");
  const ValueId x = all ? flattened(call, given) : given;
  const std::int64_t axis = all ? 0 : call.axis("dim", call.rank(x));
  const Dim size = call.dim(x, axis);
  if (!size.isConstant()) call.unsupported("a symbolic size");
  const double at = call.real("q") * static_cast<double>(size.constant() - 1);
  const std::string mode = call.string("interpolation");
  double low = std::floor(at), high = std::ceil(at), weight = at - low;
  if (mode == "lower") high = low;
  if (mode == "higher") low = high;
  if (mode == "nearest") low = high = std::nearbyint(at);
  if (mode == "midpoint") weight = 0.5;
  const ValueId sorted = call.makeAll(Op::sort, {x}, {{"axis", axis}, {"descending", false}})[0];
  const auto element = [&](double position) {
    return call.slice(sorted, axis, Dim(static_cast<std::int64_t>(position)), Dim(1));
  };
  ValueId y = element(low);
  if (low != high) {
    const ValueId gap = call.sub(element(high), y);
    y = call.add(y, call.binary(Op::mul, gap, weight));
  }
  const ValueId last = call.slice(sorted, axis, size - Dim(1), Dim(1));
  y = call.select(call.unary(Op::isnan, last), last, y);
  const bool keep = keepsDims(call);
  if (!keep) y = call.squeeze(y, axis);
  if (keep && all) y = call.reshape(y, Shape(call.shape(given).size(), Dim(1)));
  call.result(y);
}

constexpr Rule kNumericRules[] = {
    {"aten.combinations.default", combinations},
    {"aten.cross.default", cross},
    {"aten.cumulative_trapezoid.dx", cumulativeTrapezoid},
    {"aten.cumulative_trapezoid.x", cumulativeTrapezoid},
    {"aten.diff.default", diff},
    {"aten.ger.default", outer},
    {"aten.histc.default", histc},
    {"aten.kron.default", kron},
    {"aten.linalg_cross.default", cross},
    {"aten.linalg_vander.default", linalgVander},
    {"aten.quantile.scalar", quantile},
    {"aten.trapezoid.dx", trapezoid},
    {"aten.trapezoid.x", trapezoid},
    {"aten.trapz.dx", trapezoid},
    {"aten.trapz.x", trapezoid},
    {"aten.vander.default", vander},
};

}  // namespace

std::span<const Rule> numericRules();
std::span<const Rule> numericRules() {
  return kNumericRules;
}

}  // namespace mcc
