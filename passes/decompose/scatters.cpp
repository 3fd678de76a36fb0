// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors with elements replaced or increased at positions given by tensors.
#include <algorithm>
#include <map>

#include "ir/diagnostics.h"
#include "ir/op_def.h"
#include "passes/decompose/indexing.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

// PyTorch's names of reductions.
std::string reductionNamed(const AtenCall& call, const std::string& name) {
  static const std::map<std::string, std::string> kNames = {
      {"add", "add"},   {"multiply", "mul"}, {"sum", "add"}, {"prod", "mul"},
      {"mean", "mean"}, {"amax", "max"},     {"amin", "min"}};
  const auto at = kNames.find(name);
  if (at == kNames.end()) call.unsupported("reduction '" + name + "'");
  return at->second;
}

// The part of `source` that index positions exist for.
ValueId cutTo(AtenCall& call, ValueId source, const Shape& shape) {
  for (std::size_t d = 0; d < shape.size(); ++d) {
    source = call.slice(source, static_cast<std::int64_t>(d), Dim(0), shape[d]);
  }
  return source;
}

void scatterInto(AtenCall& call, ValueId source, const std::string& reduce, bool includeSelf) {
  const ValueId given = call.tensor("self"), x = atLeast1d(call, given);
  const ValueId positions = asIndex(call, atLeast1d(call, call.tensor("index")));
  const ValueId values = cutTo(call, atLeast1d(call, source), call.shape(positions));
  const ValueId y = call.make(Op::scatter, {x, positions, values},
                              {{"axis", call.axis("dim", call.rank(x))},
                               {"reduce", reduce},
                               {"include_self", includeSelf}});
  call.result(call.rank(given) == 0 ? call.reshape(y, {}) : y);
}

void scatterSource(AtenCall& call) {
  scatterInto(call, call.tensor("src"), "set", true);
}
void scatterAdd(AtenCall& call) {
  scatterInto(call, call.tensor("src"), "add", true);
}

ValueId filled(AtenCall& call) {
  const ValueId value = asType(call, "value", call.dtype(call.tensor("self")));
  return call.expand(call.reshape(value, {}), call.shape(call.tensor("index")));
}

void scatterValue(AtenCall& call) {
  scatterInto(call, filled(call), "set", true);
}

void scatterValueReduce(AtenCall& call) {
  scatterInto(call, filled(call), reductionNamed(call, call.string("reduce")), true);
}

void scatterReduce(AtenCall& call) {
  scatterInto(call, call.tensor("src"), reductionNamed(call, call.string("reduce")), true);
}

void scatterReduceTwo(AtenCall& call) {
  scatterInto(call, call.tensor("src"), reductionNamed(call, call.string("reduce")),
              call.boolean("include_self"));
}

// ---- index_add and its like: whole slices at positions along a dimension ----

ValueId putSlices(AtenCall& call, ValueId source, bool accumulate) {
  const ValueId given = call.tensor("self"), x = atLeast1d(call, given);
  const ValueId positions = asIndex(call, atLeast1d(call, call.tensor("index")));
  const std::int64_t axis = call.axis("dim", call.rank(x));
  Shape shape = call.shape(x);
  shape[static_cast<std::size_t>(axis)] = call.dim(positions, 0);
  const ValueId values = call.cast(source, call.dtype(x));
  const bool same = call.rank(values) == static_cast<std::int64_t>(shape.size());
  const ValueId y =
      call.make(Op::index_put,
                {x, same ? call.expand(values, shape) : call.reshape(values, shape), positions},
                {{"axis", axis}, {"accumulate", accumulate}});
  return call.rank(given) == 0 ? call.reshape(y, {}) : y;
}

void indexAdd(AtenCall& call) {
  ValueId source = call.tensor("source");
  const Attribute& alpha = call.argument("alpha");
  const bool plain = alpha.is<Dim>() && alpha.as<Dim>() == Dim(1);
  if (!plain) source = call.mul(source, asType(call, "alpha", call.dtype(source)));
  call.result(putSlices(call, source, true));
}

void indexCopy(AtenCall& call) {
  call.result(putSlices(call, call.tensor("source"), false));
}

void indexFill(AtenCall& call) {
  const ValueId x = atLeast1d(call, call.tensor("self"));
  Shape shape = call.shape(x);
  shape[static_cast<std::size_t>(call.axis("dim", call.rank(x)))] =
      product(call.shape(call.tensor("index")));
  const ValueId value = call.reshape(asType(call, "value", call.dtype(x)), {});
  call.result(putSlices(call, call.expand(value, shape), false));
}

void indexReduce(AtenCall& call) {
  const ValueId given = call.tensor("self"), x = atLeast1d(call, given);
  const ValueId source = atLeast1d(call, call.tensor("source"));
  const std::int64_t axis = call.axis("dim", call.rank(x));
  Shape alone(call.shape(source).size(), Dim(1));
  const ValueId index = asIndex(call, call.tensor("index"));
  alone[static_cast<std::size_t>(axis)] = product(call.shape(index));
  const ValueId positions = call.expand(call.reshape(index, alone), call.shape(source));
  const ValueId y = call.make(Op::scatter, {x, positions, source},
                              {{"axis", axis},
                               {"reduce", reductionNamed(call, call.string("reduce"))},
                               {"include_self", call.boolean("include_self")}});
  call.result(call.rank(given) == 0 ? call.reshape(y, {}) : y);
}

// ---- x[indices] = values ----

ValueId asMask(AtenCall& call, ValueId mask, std::int64_t rank) {
  Shape shape = call.shape(mask);
  shape.resize(static_cast<std::size_t>(rank), Dim(1));
  return call.reshape(call.cast(mask, DType::boolean), shape);
}

// A mask over the leading dimensions: one value for all, or the next row of values for each hit.
void putMasked(AtenCall& call, ValueId x, ValueId mask, ValueId values, bool accumulate) {
  const std::int64_t trailing = call.rank(x) - call.rank(mask);
  const ValueId wide = asMask(call, mask, call.rank(x));
  const bool oneRow = call.rank(values) <= trailing || call.dim(values, 0) == Dim(1);
  if (oneRow) {
    ValueId row = values;
    for (; call.rank(row) > trailing;) row = call.squeeze(row, 0);
    return call.result(call.select(wide, accumulate ? call.add(x, row) : row, x));
  }
  if (accumulate) call.unsupported("accumulating rows under a mask");
  Shape rows = {call.dim(values, 0)};
  rows.insert(rows.end(), call.shape(x).end() - trailing, call.shape(x).end());
  call.result(call.make(Op::masked_scatter,
                        {x, call.expand(wide, call.shape(x)), call.expand(values, rows)}));
}

void indexPut(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const Values indices = call.tensors("indices");
  const ValueId values = call.cast(call.tensor("values"), call.dtype(x));
  const bool accumulate = call.boolean("accumulate");
  const auto masks = std::count_if(indices.begin(), indices.end(),
                                   [&](ValueId v) { return v.valid() && isMask(call, v); });
  if (masks > 0) {
    if (indices.size() != 1) call.unsupported("a mask beside other indices");
    return putMasked(call, x, indices[0], values, accumulate);
  }
  const Indexing at = arrangeIndices(call, x, indices);
  Values operands = {at.x};
  operands.insert(operands.end(), at.indices.begin(), at.indices.end());
  Node probe;  // the shape of x[indices]
  probe.op = Op::index;
  probe.inputs = operands;
  probe.attributes = {{"axis", at.axis}};
  const Shape shape = inferTypes(call.graph(), probe).at(0).shape;
  operands.insert(operands.begin() + 1, call.expand(values, shape));
  const ValueId y =
      call.make(Op::index_put, operands, {{"axis", at.axis}, {"accumulate", accumulate}});
  std::vector<std::int64_t> back(at.order.size());
  for (std::size_t d = 0; d < back.size(); ++d) {
    back[static_cast<std::size_t>(at.order[d])] = static_cast<std::int64_t>(d);
  }
  call.result(call.permute(y, back));
}

void put(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId positions = flattened(call, asIndex(call, call.tensor("index")));
  const ValueId values = flattened(call, call.tensor("source"));
  const ValueId y = call.make(Op::index_put, {flattened(call, x), values, positions},
                              {{"axis", 0}, {"accumulate", call.boolean("accumulate")}});
  call.result(call.reshape(y, call.shape(x)));
}

void maskedScatter(AtenCall& call) {
  const ValueId mask = call.cast(call.tensor("mask"), DType::boolean);
  const Values both = broadcastTogether(call, {call.tensor("self"), mask});
  const ValueId source = flattened(call, call.tensor("source"));
  call.result(call.make(Op::masked_scatter, {both[0], both[1], source}));
}

constexpr Rule kScattersRules[] = {
    {"aten._index_put_impl.default", indexPut},
    {"aten._unsafe_index_put.default", indexPut},
    {"aten.index_add.default", indexAdd},
    {"aten.index_copy.default", indexCopy},
    {"aten.index_fill.int_Scalar", indexFill},
    {"aten.index_fill.int_Tensor", indexFill},
    {"aten.index_put.default", indexPut},
    {"aten.index_reduce.default", indexReduce},
    {"aten.masked_scatter.default", maskedScatter},
    {"aten.put.default", put},
    {"aten.scatter.reduce", scatterReduce},
    {"aten.scatter.src", scatterSource},
    {"aten.scatter.value", scatterValue},
    {"aten.scatter.value_reduce", scatterValueReduce},
    {"aten.scatter_add.default", scatterAdd},
    {"aten.scatter_reduce.two", scatterReduceTwo},
};

}  // namespace

std::span<const Rule> scattersRules();
std::span<const Rule> scattersRules() {
  return kScattersRules;
}

}  // namespace mcc
