// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Search in sorted rows, and operators whose result sizes depend on data: distinct elements,
// positions, counts.
#include "ir/diagnostics.h"
#include "passes/decompose/indexing.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

void searchIn(AtenCall& call, const std::string& rows, const std::string& wanted, bool right) {
  ResultType type;
  type.add(call, rows);
  type.add(call, wanted);
  ValueId row = asType(call, rows, type.get());
  const ValueId given = asType(call, wanted, type.get());
  if (call.node().attributes.has("sorter") && !call.isNone("sorter")) {  // the order to read it in
    const std::int64_t last = call.rank(row) - 1;
    row = call.make(Op::gather, {row, asIndex(call, call.tensor("sorter"))}, {{"axis", last}});
  }
  ValueId y = call.make(Op::searchsorted, {row, given}, {{"right", right}});
  if (call.boolean("out_int32")) y = call.cast(y, DType::i32);
  call.result(y);
}

// `side` (when given) says the same as `right`.
bool isRight(const AtenCall& call) {
  if (call.isNone("side")) return call.boolean("right");
  const std::string side = call.string("side");
  if (side != "left" && side != "right") throw Error(call.target() + ": side is left or right");
  return side == "right" || call.boolean("right");
}

void searchsorted(AtenCall& call) {
  searchIn(call, "sorted_sequence", "self", isRight(call));
}

void bucketize(AtenCall& call) {
  searchIn(call, "boundaries", "self", call.boolean("right"));
}

void nonzero(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (product(call.shape(x)) == Dim(0)) {
    return call.result(call.full(0, DType::i64, {Dim(0), Dim(call.rank(x))}));
  }
  call.result(call.make(Op::nonzero, {x}, {{"symbol", call.recordedSymbol(0, 0)}}));
}

void nonzeroColumns(AtenCall& call) {
  const ValueId x = atLeast1d(call, call.tensor("self"));
  call.results(maskPositions(call, x, call.recordedSymbol(0, 0)));
}

// The first `size` positions, then `fill_value`: hits sort before the rest.
void nonzeroStatic(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const Dim size = call.dim("size");
  const Dim total = product(call.shape(x));
  if (!size.isConstant() || !total.isConstant()) call.unsupported("a symbolic size");
  const ValueId flat = flattened(call, call.cast(x, DType::boolean));
  const ValueId misses = call.cast(call.unary(Op::logical_not, flat), DType::u8);
  const ValueId order = call.makeAll(Op::sort, {misses}, {{"axis", 0}, {"descending", false}})[1];
  const Dim kept = min(size, total);
  ValueId positions = call.slice(order, 0, Dim(0), kept);
  positions = call.make(Op::pad, {positions},
                        {{"low", std::vector<Dim>{0}},
                         {"high", std::vector<Dim>{size - kept}},
                         {"mode", "constant"},
                         {"value", 0}});
  const ValueId count = call.reduce(Op::reduce_sum, call.cast(flat, DType::i64), {0});
  const ValueId real = call.binary(Op::lt, call.iota(0, 1, size, DType::i64), count);
  Values columns;
  const std::vector<Dim> strides = denseStrides(call.shape(x));
  for (std::size_t d = 0; d < strides.size(); ++d) {
    const ValueId stride = call.full(strides[d], DType::i64, {});
    const ValueId rest = call.full(max(call.shape(x)[d], Dim(1)), DType::i64, {});
    const ValueId column = call.binary(Op::remainder, call.div(positions, stride), rest);
    columns.push_back(call.select(real, column, call.full(call.dim("fill_value"), DType::i64, {})));
  }
  if (columns.empty()) return call.result(call.full(0, DType::i64, {size, Dim(0)}));
  call.result(stacked(call, columns, 1));
}

// (distinct values, where each element went, how many there are); a result that isn't asked for is
// empty.
void giveUnique(AtenCall& call, bool consecutive) {
  const ValueId x = call.tensor("self");
  const Values v = call.makeAll(
      Op::unique, {flattened(call, x)},
      {{"sorted", true}, {"consecutive", consecutive}, {"symbol", call.recordedSymbol(0, 0)}});
  const ValueId none = call.full(0, DType::i64, {Dim(0)});
  call.results({v[0], call.boolean("return_inverse") ? call.reshape(v[1], call.shape(x)) : none,
                call.boolean("return_counts") ? v[2] : none});
}

void unique2(AtenCall& call) {
  giveUnique(call, false);
}

void uniqueConsecutive(AtenCall& call) {
  const bool line = call.rank(call.tensor("self")) == 1;
  if (!call.isNone("dim") && !line) call.unsupported("a dimension");
  giveUnique(call, true);
}

// How often each number occurs (or the sum of its weights), from 0 to the largest or minlength.
void bincount(AtenCall& call) {
  const ValueId x = asIndex(call, call.tensor("self"));
  const bool weighted = !call.isNone("weights");
  const Dim size = call.recorded().dim(0);
  if (const auto symbol = size.asSymbol()) {
    const ValueId floor = call.full(call.dim("minlength"), DType::i64, {Dim(1)});
    const ValueId ends =
        call.make(Op::add, {call.cast(x, DType::i64), call.scalar(std::int64_t{1}, DType::i64)});
    const ValueId largest = call.reduce(Op::reduce_max, call.concat({ends, floor}, 0), {0});
    call.makeAll(Op::bind_symbol, {largest}, {{"symbol", *symbol}});
  }
  ValueId weights = weighted ? call.tensor("weights") : call.full(1, DType::i64, call.shape(x));
  if (weighted && call.dtype(weights) != DType::f32) weights = call.cast(weights, DType::f64);
  const ValueId zeros = call.full(0, call.dtype(weights), {size});
  call.result(call.make(Op::index_put, {zeros, weights, x}, {{"axis", 0}, {"accumulate", true}}));
}

constexpr Rule kSearchRules[] = {
    {"aten._unique2.default", unique2},
    {"aten.argwhere.default", nonzero},
    {"aten.bincount.default", bincount},
    {"aten.bucketize.Scalar", bucketize},
    {"aten.bucketize.Tensor", bucketize},
    {"aten.nonzero.default", nonzero},
    {"aten.nonzero_numpy.default", nonzeroColumns},
    {"aten.nonzero_static.default", nonzeroStatic},
    {"aten.searchsorted.Scalar", searchsorted},
    {"aten.searchsorted.Tensor", searchsorted},
    {"aten.unique_consecutive.default", uniqueConsecutive},
};

}  // namespace

std::span<const Rule> searchRules();
std::span<const Rule> searchRules() {
  return kSearchRules;
}

}  // namespace mcc
