// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements at positions given by tensors: advanced indexing, gather, lookup tables.
#include "passes/decompose/indexing.h"

#include <algorithm>

#include "ir/diagnostics.h"
#include "ir/op_def.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {

ValueId asIndex(AtenCall& call, ValueId index) {
  const DType dtype = call.dtype(index);
  return dtype == DType::i64 || dtype == DType::i32 ? index : call.cast(index, DType::i64);
}

bool isMask(const AtenCall& call, ValueId index) {
  return call.dtype(index) == DType::boolean || call.dtype(index) == DType::u8;
}

std::vector<ValueId> maskPositions(AtenCall& call, ValueId mask, const std::string& symbol) {
  const ValueId positions = call.make(Op::nonzero, {mask}, {{"symbol", symbol}});
  std::vector<ValueId> columns;
  for (std::int64_t d = 0; d < call.rank(mask); ++d) {
    columns.push_back(selected(call, positions, 1, Dim(d)));
  }
  return columns;
}

Indexing arrangeIndices(AtenCall& call, ValueId x, const std::vector<ValueId>& indices) {
  Indexing out;
  std::vector<std::int64_t> indexed, rest;
  for (std::int64_t d = 0; d < call.rank(x); ++d) {
    const auto at = static_cast<std::size_t>(d);
    const bool given = at < indices.size() && indices[at].valid();
    (given ? indexed : rest).push_back(d);
    if (given) out.indices.push_back(asIndex(call, indices[at]));
  }
  if (indexed.empty()) throw Error(call.target() + ": no index tensor");
  const bool adjacent =
      indexed.back() - indexed.front() + 1 == static_cast<std::int64_t>(indexed.size());
  out.axis = adjacent ? indexed.front() : 0;
  out.order = allAxes(call.rank(x));
  if (!adjacent) {  // indexed dimensions come first
    out.order = indexed;
    out.order.insert(out.order.end(), rest.begin(), rest.end());
  }
  out.x = call.permute(x, out.order);
  return out;
}

namespace {

using Values = std::vector<ValueId>;

// Where the index dimensions stand in the recorded result of x[indices].
std::int64_t recordedPlace(const Values& indices) {
  std::vector<std::size_t> given;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i].valid()) given.push_back(i);
  }
  const bool adjacent = given.back() - given.front() + 1 == given.size();
  return adjacent ? static_cast<std::int64_t>(given.front()) : 0;
}

// Masks replaced by the positions where they hold; their count is a symbol of the result.
Values expandMasks(AtenCall& call, const Values& indices) {
  Values out;
  for (const ValueId index : indices) {
    if (!index.valid() || !isMask(call, index)) {
      out.push_back(index);
      continue;
    }
    const std::string symbol = call.recordedSymbol(0, recordedPlace(indices));
    for (const ValueId column : maskPositions(call, index, symbol)) out.push_back(column);
  }
  return out;
}

void index(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const Values given = call.tensors("indices");
  const bool any = std::any_of(given.begin(), given.end(), [](ValueId v) { return v.valid(); });
  if (!any) return call.result(x);
  const Indexing at = arrangeIndices(call, x, expandMasks(call, given));
  Values operands = {at.x};
  operands.insert(operands.end(), at.indices.begin(), at.indices.end());
  call.result(call.make(Op::index, operands, {{"axis", at.axis}}));
}

ValueId taken(AtenCall& call, ValueId x, ValueId positions, std::int64_t axis) {
  return call.make(Op::index, {x, asIndex(call, positions)}, {{"axis", axis}});
}

void indexSelect(AtenCall& call) {
  const ValueId given = call.tensor("self"), x = atLeast1d(call, given);
  const ValueId positions = atLeast1d(call, call.tensor("index"));
  const ValueId y = taken(call, x, positions, call.axis("dim", call.rank(x)));
  call.result(call.rank(given) == 0 ? call.reshape(y, {}) : y);
}

void embedding(AtenCall& call) {
  call.result(taken(call, call.tensor("weight"), call.tensor("indices"), 0));
}

void take(AtenCall& call) {
  call.result(taken(call, flattened(call, call.tensor("self")), call.tensor("index"), 0));
}

ValueId gathered(AtenCall& call, ValueId x, ValueId positions, std::int64_t axis) {
  const ValueId y =
      call.make(Op::gather, {atLeast1d(call, x), asIndex(call, atLeast1d(call, positions))},
                {{"axis", axis}});
  return call.rank(positions) == 0 ? call.reshape(y, {}) : y;
}

void gather(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const Shape& shape = call.shape(call.tensor("index"));
  if (product(shape) == Dim(0)) return call.result(call.full(0, call.dtype(x), shape));
  call.result(gathered(call, x, call.tensor("index"), call.axis("dim", call.rank(x))));
}

// gather whose operands broadcast outside the dimension.
void takeAlongDim(AtenCall& call) {
  ValueId x = call.tensor("self"), positions = call.tensor("indices");
  if (call.isNone("dim")) {
    x = flattened(call, x);
    return call.result(gathered(call, x, flattened(call, positions), 0));
  }
  const std::int64_t axis = call.axis("dim", call.rank(x));
  const auto at = static_cast<std::size_t>(axis);
  Shape data = call.shape(x), index = call.shape(positions);
  if (data.size() != index.size()) throw Error(call.target() + ": operands of different ranks");
  const Dim along = data[at], count = index[at];
  data[at] = Dim(1);
  index[at] = Dim(1);
  Shape common = broadcastShapes({data, index});
  common[at] = along;
  x = call.expand(x, common);
  common[at] = count;
  call.result(gathered(call, x, call.expand(positions, common), axis));
}

void maskedSelect(AtenCall& call) {
  const ValueId mask = call.cast(call.tensor("mask"), DType::boolean);
  const Values both = broadcastTogether(call, {call.tensor("self"), mask});
  const std::string symbol = call.recordedSymbol(0, 0);
  const Values positions = maskPositions(call, flattened(call, both[1]), symbol);
  call.result(taken(call, flattened(call, both[0]), positions[0], 0));
}

// One where the class is, checked as an index into the new dimension.
void oneHot(AtenCall& call) {
  const ValueId x = asIndex(call, call.tensor("self"));
  Shape shape = call.shape(x);
  Dim classes = call.dim("num_classes");
  if (classes == Dim(-1)) {  // one more than the largest
    classes = call.recorded().dim(-1);
    const std::string symbol = call.recordedSymbol(0, -1);
    const ValueId largest = call.reduce(Op::reduce_max, flattened(call, x), {0});
    const ValueId count = call.make(
        Op::add, {call.cast(largest, DType::i64), call.scalar(std::int64_t{1}, DType::i64)});
    call.makeAll(Op::bind_symbol, {count}, {{"symbol", symbol}});
  }
  shape.push_back(classes);
  const ValueId positions = call.unsqueeze(x, -1);
  const ValueId ones = call.full(1, DType::i64, call.shape(positions));
  call.result(call.make(Op::scatter, {call.full(0, DType::i64, shape), positions, ones},
                        {{"axis", call.rank(x)}, {"reduce", "set"}, {"include_self", true}}));
}

// Element i repeated counts[i] times: positions found in the running sum of the counts.
void repeatInterleave(AtenCall& call) {
  ValueId x = call.tensor("self");
  std::int64_t axis = 0;
  if (call.isNone("dim")) {
    x = flattened(call, x);
  } else {
    axis = call.axis("dim", call.rank(x));
  }
  const ValueId counts =
      call.expand(call.cast(call.tensor("repeats"), DType::i64), {call.dim(x, axis)});
  const Dim total = call.recorded().dim(axis);
  if (const auto symbol = total.asSymbol()) {
    call.makeAll(Op::bind_symbol, {call.reduce(Op::reduce_sum, counts, {0})},
                 {{"symbol", *symbol}});
  }
  const ValueId ends = call.make(Op::cumsum, {counts}, {{"axis", 0}});
  const ValueId positions =
      call.make(Op::searchsorted, {ends, call.iota(0, 1, total, DType::i64)}, {{"right", true}});
  call.result(taken(call, x, positions, axis));
}

constexpr Rule kIndexingRules[] = {
    {"aten._unsafe_index.Tensor", index},
    {"aten.embedding.default", embedding},
    {"aten.gather.default", gather},
    {"aten.index.Tensor", index},
    {"aten.index_select.default", indexSelect},
    {"aten.masked_select.default", maskedSelect},
    {"aten.one_hot.default", oneHot},
    {"aten.repeat_interleave.self_Tensor", repeatInterleave},
    {"aten.take.default", take},
    {"aten.take_along_dim.default", takeAlongDim},
};

}  // namespace

std::span<const Rule> indexingRules();
std::span<const Rule> indexingRules() {
  return kIndexingRules;
}

}  // namespace mcc
