// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors put together, repeated, turned round.
#include <algorithm>

#include "ir/diagnostics.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

Values commonType(AtenCall& call, Values values) {
  ResultType type;
  for (const ValueId value : values) type.addTensor(call.type(value));
  for (ValueId& value : values) value = call.cast(value, type.get());
  return values;
}

// Empty 1-D tensors may stand among tensors of any shape; they add nothing.
Values withoutEmpty(AtenCall& call, const Values& values) {
  const bool mixed =
      std::any_of(values.begin(), values.end(), [&](ValueId v) { return call.rank(v) != 1; });
  Values kept;
  for (const ValueId value : values) {
    const bool empty = call.rank(value) == 1 && call.dim(value, 0) == Dim(0);
    if (!(mixed && empty)) kept.push_back(value);
  }
  return kept;
}

void catOf(AtenCall& call, const Values& given, std::int64_t dim) {
  if (given.empty()) throw Error(call.target() + ": needs at least one tensor");
  const Values parts = withoutEmpty(call, commonType(call, given));
  call.result(call.concat(parts, normalizeAxis(dim, call.rank(parts.at(0)))));
}

void cat(AtenCall& call) {
  catOf(call, call.tensors("tensors"), call.integer("dim"));
}

void stack(AtenCall& call) {
  const Values parts = commonType(call, call.tensors("tensors"));
  if (parts.empty()) throw Error(call.target() + ": needs at least one tensor");
  call.result(stacked(call, parts, normalizeAxis(call.integer("dim"), call.rank(parts[0]) + 1)));
}

// Every tensor brought to `rank` dimensions at least, then joined along `axis` (of 1-D: 0).
Values atLeast(AtenCall& call, std::size_t rank) {
  Values parts = call.tensors("tensors");
  for (ValueId& part : parts) {
    Shape shape = call.shape(part);
    if (shape.empty()) shape.push_back(Dim(1));
    if (shape.size() == 1 && rank >= 2) shape.insert(shape.begin(), Dim(1));
    if (shape.size() == 2 && rank >= 3) shape.push_back(Dim(1));
    part = call.reshape(part, shape);
  }
  return parts;
}

void hstack(AtenCall& call) {
  const Values parts = atLeast(call, 1);
  if (parts.empty()) throw Error(call.target() + ": needs at least one tensor");
  catOf(call, parts, call.rank(parts[0]) == 1 ? 0 : 1);
}

void vstack(AtenCall& call) {
  catOf(call, atLeast(call, 2), 0);
}
void dstack(AtenCall& call) {
  catOf(call, atLeast(call, 3), 2);
}

void columnStack(AtenCall& call) {
  Values parts = call.tensors("tensors");
  for (ValueId& part : parts) {
    if (call.rank(part) < 2) part = call.reshape(part, {product(call.shape(part)), Dim(1)});
  }
  catOf(call, parts, 1);
}

// x repeated repeats[d] times along each dimension; further leading ones come first.
ValueId repeated(AtenCall& call, ValueId x, const std::vector<Dim>& repeats) {
  Shape shape(repeats.size() - call.shape(x).size(), Dim(1));
  shape.insert(shape.end(), call.shape(x).begin(), call.shape(x).end());
  Shape apart, stretched, result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (repeats[d] != Dim(1)) {
      apart.push_back(Dim(1));
      stretched.push_back(repeats[d]);
    }
    apart.push_back(shape[d]);
    stretched.push_back(shape[d]);
    result.push_back(repeats[d] * shape[d]);
  }
  return call.reshape(call.expand(call.reshape(x, apart), stretched), result);
}

void repeat(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::vector<Dim> repeats = call.dims("repeats");
  if (repeats.size() < call.shape(x).size()) {
    throw Error(call.target() + ": fewer counts than dimensions");
  }
  call.result(repeated(call, x, repeats));
}

void tile(AtenCall& call) {
  const ValueId x = call.tensor("self");
  std::vector<Dim> repeats = call.dims("dims");
  if (repeats.size() < call.shape(x).size()) {
    repeats.insert(repeats.begin(), call.shape(x).size() - repeats.size(), Dim(1));
  }
  call.result(repeated(call, x, repeats));
}

// Every element `repeats` times in a row.
void repeatInterleaveTimes(AtenCall& call) {
  ValueId x = call.tensor("self");
  std::int64_t axis = 0;
  if (call.isNone("dim")) {
    x = flattened(call, x);
  } else {
    x = atLeast1d(call, x);
    axis = call.axis("dim", call.rank(x));
  }
  const auto at = static_cast<std::size_t>(axis);
  const Dim repeats = call.dim("repeats");
  const ValueId apart = call.unsqueeze(x, axis + 1);
  Shape stretched = call.shape(apart), result = call.shape(x);
  stretched[at + 1] = repeats;
  result[at] = result[at] * repeats;
  call.result(call.reshape(call.expand(apart, stretched), result));
}

ValueId rolled(AtenCall& call, ValueId x, std::int64_t axis, const Dim& shift) {
  const Dim size = call.dim(x, axis);
  if (size == Dim(0)) return x;
  const Dim by = mod(shift, size);
  const ValueId tail = call.slice(x, axis, size - by, by);
  return by == Dim(0) ? x : call.concat({tail, call.slice(x, axis, Dim(0), size - by)}, axis);
}

void roll(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::vector<Dim> shifts = call.dims("shifts");
  const std::vector<std::int64_t> dims = call.integers("dims");
  if (dims.empty()) {
    if (shifts.size() != 1) throw Error(call.target() + ": dims must be given");
    const ValueId flat = rolled(call, flattened(call, x), 0, shifts[0]);
    return call.result(call.reshape(flat, call.shape(x)));
  }
  if (shifts.size() != dims.size()) throw Error(call.target() + ": lists of different lengths");
  ValueId y = x;
  for (std::size_t i = 0; i < dims.size() && call.rank(x) > 0; ++i) {
    y = rolled(call, y, normalizeAxis(dims[i], call.rank(x)), shifts[i]);
  }
  call.result(y);
}

ValueId flipped(AtenCall& call, ValueId x, std::vector<std::int64_t> axes) {
  for (std::int64_t& axis : axes) axis = normalizeAxis(axis, call.rank(x));
  if (axes.empty() || call.rank(x) == 0) return x;
  return call.make(Op::flip, {x}, {{"axes", axes}});
}

void flip(AtenCall& call) {
  call.result(flipped(call, call.tensor("self"), call.integers("dims")));
}

void fliplr(AtenCall& call) {
  call.result(flipped(call, call.tensor("self"), {1}));
}
void flipud(AtenCall& call) {
  call.result(flipped(call, call.tensor("self"), {0}));
}

void rot90(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::vector<std::int64_t> dims = call.integers("dims");
  if (dims.size() != 2) throw Error(call.target() + ": dims must name two dimensions");
  switch (((call.integer("k") % 4) + 4) % 4) {
    case 1:
      return call.result(call.transpose(flipped(call, x, {dims[1]}), dims[0], dims[1]));
    case 2:
      return call.result(flipped(call, x, dims));
    case 3:
      return call.result(call.transpose(flipped(call, x, {dims[0]}), dims[0], dims[1]));
    default:
      return call.result(x);
  }
}

// Coordinate grids of 1-D tensors: grid i varies along dimension i ("xy": the first two change
// places).
Values grids(AtenCall& call, Values parts, bool swapped) {
  if (swapped && parts.size() >= 2) std::swap(parts[0], parts[1]);
  Shape shape;
  for (ValueId& part : parts) {
    part = atLeast1d(call, part);
    shape.push_back(call.dim(part, 0));
  }
  Values results;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Shape alone(parts.size(), Dim(1));
    alone[i] = shape[i];
    results.push_back(call.expand(call.reshape(parts[i], alone), shape));
  }
  if (swapped && results.size() >= 2) std::swap(results[0], results[1]);
  return results;
}

void meshgrid(AtenCall& call) {
  call.results(grids(call, call.tensors("tensors"), false));
}

void meshgridIndexing(AtenCall& call) {
  call.results(grids(call, call.tensors("tensors"), call.string("indexing") == "xy"));
}

// All tuples of elements, one a row.
void cartesianProd(AtenCall& call) {
  const Values parts = call.tensors("tensors");
  if (parts.size() == 1) return call.result(parts[0]);
  Values columns;
  for (const ValueId grid : grids(call, parts, false)) columns.push_back(flattened(call, grid));
  call.result(stacked(call, columns, 1));
}

// Each tensor padded to `num_chunks` pieces along dim, the pieces laid flat side by side.
void chunkCat(AtenCall& call) {
  const std::int64_t count = call.integer("num_chunks");
  Values rows;
  for (const ValueId x : call.tensors("tensors")) {
    const auto axis = static_cast<std::size_t>(call.axis("dim", call.rank(x)));
    Shape shape = call.shape(x), low(shape.size(), Dim(0)), high(shape.size(), Dim(0));
    const Dim piece = ceilDiv(shape[axis], Dim(count));
    high[axis] = piece * Dim(count) - shape[axis];
    const ValueId padded =
        call.make(Op::pad, {x}, {{"low", low}, {"high", high}, {"mode", "constant"}, {"value", 0}});
    Shape flat(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis));
    flat.push_back(Dim(count));
    Dim rest = piece;
    for (std::size_t d = axis + 1; d < shape.size(); ++d) rest = rest * shape[d];
    flat.push_back(rest);
    rows.push_back(call.reshape(padded, flat));
  }
  if (rows.empty()) throw Error(call.target() + ": needs at least one tensor");
  rows = commonType(call, rows);
  call.result(call.concat(rows, call.rank(rows[0]) - 1));
}

constexpr Rule kJoinsRules[] = {
    {"aten._chunk_cat.default", chunkCat},
    {"aten.cartesian_prod.default", cartesianProd},
    {"aten.cat.default", cat},
    {"aten.column_stack.default", columnStack},
    {"aten.concat.default", cat},
    {"aten.concatenate.default", cat},
    {"aten.dstack.default", dstack},
    {"aten.flip.default", flip},
    {"aten.fliplr.default", fliplr},
    {"aten.flipud.default", flipud},
    {"aten.hstack.default", hstack},
    {"aten.meshgrid.default", meshgrid},
    {"aten.meshgrid.indexing", meshgridIndexing},
    {"aten.repeat.default", repeat},
    {"aten.repeat_interleave.self_int", repeatInterleaveTimes},
    {"aten.roll.default", roll},
    {"aten.rot90.default", rot90},
    {"aten.row_stack.default", vstack},
    {"aten.stack.default", stack},
    {"aten.tile.default", tile},
    {"aten.vstack.default", vstack},
};

}  // namespace

std::span<const Rule> joinsRules();
std::span<const Rule> joinsRules() {
  return kJoinsRules;
}

}  // namespace mcc
