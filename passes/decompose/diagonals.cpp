// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagonals and triangles of matrices.
#include <algorithm>

#include "ir/diagnostics.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

// A diagonal of two dimensions as a strided view: the other dimensions, then the diagonal.
struct Diagonal {
  Shape shape;
  std::vector<Dim> strides;
  Dim offset = 0;
};

Diagonal diagonalOf(const Shape& shape, std::int64_t offset, std::int64_t first,
                    std::int64_t second) {
  const auto row = static_cast<std::size_t>(first), column = static_cast<std::size_t>(second);
  const std::vector<Dim> strides = denseStrides(shape);
  Diagonal diagonal;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d == row || d == column) continue;
    diagonal.shape.push_back(shape[d]);
    diagonal.strides.push_back(strides[d]);
  }
  const Dim skip(offset < 0 ? -offset : offset);
  const Dim rows = offset < 0 ? shape[row] - skip : shape[row];
  const Dim columns = offset < 0 ? shape[column] : shape[column] - skip;
  const Dim length = rows == columns ? rows : min(rows, columns);
  const bool empty = length.isConstant() && length.constant() <= 0;
  diagonal.shape.push_back(empty ? Dim(0) : length);
  diagonal.strides.push_back(strides[row] + strides[column]);
  if (!empty) diagonal.offset = skip * strides[offset < 0 ? row : column];
  return diagonal;
}

void checkAxes(const AtenCall& call, std::int64_t first, std::int64_t second) {
  if (first == second) throw Error(call.target() + ": the two dimensions must differ");
}

ValueId taken(AtenCall& call, ValueId x, std::int64_t offset, std::int64_t first,
              std::int64_t second) {
  checkAxes(call, first, second);
  const Diagonal d = diagonalOf(call.shape(x), offset, first, second);
  return call.make(Op::as_strided, {x},
                   {{"shape", d.shape}, {"strides", d.strides}, {"offset", d.offset}});
}

ValueId put(AtenCall& call, ValueId x, ValueId values, std::int64_t offset, std::int64_t first,
            std::int64_t second) {
  checkAxes(call, first, second);
  const Diagonal d = diagonalOf(call.shape(x), offset, first, second);
  const ValueId source = call.expand(call.cast(values, call.dtype(x)), d.shape);
  return call.make(Op::insert_strided, {x, source}, {{"strides", d.strides}, {"offset", d.offset}});
}

void diagonalFrom(AtenCall& call, const char* argument) {
  const ValueId x = call.tensor(argument);
  const std::int64_t rank = call.rank(x);
  call.result(
      taken(call, x, call.integer("offset"), call.axis("dim1", rank), call.axis("dim2", rank)));
}

void diagonal(AtenCall& call) {
  diagonalFrom(call, "self");
}
void linalgDiagonal(AtenCall& call) {
  diagonalFrom(call, "A");
}

void diagonalScatter(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t rank = call.rank(x);
  call.result(put(call, x, call.tensor("src"), call.integer("offset"), call.axis("dim1", rank),
                  call.axis("dim2", rank)));
}

// Square matrices with the last dimension of x on a diagonal and zeros elsewhere.
ValueId embedded(AtenCall& call, ValueId x, std::int64_t offset, std::int64_t first,
                 std::int64_t second) {
  const std::int64_t rank = call.rank(x) + 1;
  const Dim size = call.dim(x, -1) + Dim(offset < 0 ? -offset : offset);
  Shape shape;
  std::size_t next = 0;
  for (std::int64_t d = 0; d < rank; ++d) {
    shape.push_back(d == first || d == second ? size : call.shape(x)[next++]);
  }
  return put(call, call.full(0, call.dtype(x), shape), x, offset, first, second);
}

void diagEmbed(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t rank = call.rank(x) + 1;
  call.result(
      embedded(call, x, call.integer("offset"), call.axis("dim1", rank), call.axis("dim2", rank)));
}

void diagflat(AtenCall& call) {
  call.result(embedded(call, flattened(call, call.tensor("self")), call.integer("offset"), 0, 1));
}

void diag(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t offset = call.integer("diagonal");
  call.result(call.rank(x) == 1 ? embedded(call, x, offset, 0, 1) : taken(call, x, offset, 0, 1));
}

void trace(AtenCall& call) {
  const ValueId line = taken(call, call.tensor("self"), 0, 0, 1);
  call.result(call.reduce(Op::reduce_sum, call.cast(line, sumType(call.dtype(line))), {0}));
}

// Elements whose column minus row is at most (at least) the given diagonal; zeros elsewhere.
void triangle(AtenCall& call, Op keeps) {
  const ValueId x = call.tensor("self");
  const std::int64_t rank = call.rank(x);
  if (rank < 2) throw Error(call.target() + ": needs at least two dimensions");
  const ValueId row = call.unsqueeze(call.iota(0, 1, call.dim(x, rank - 2), DType::i64), 1);
  const ValueId column =
      call.iota(call.dim("diagonal") * Dim(-1), 1, call.dim(x, rank - 1), DType::i64);
  const ValueId kept = call.binary(keeps, column, row);
  call.result(call.select(kept, x, call.full(0, call.dtype(x), {})));
}

void tril(AtenCall& call) {
  triangle(call, Op::le);
}
void triu(AtenCall& call) {
  triangle(call, Op::ge);
}

void fillDiagonal(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (call.rank(x) != 2 || call.boolean("wrap")) call.unsupported("more than a plain matrix");
  const ValueId value = call.reshape(asType(call, "fill_value", call.dtype(x)), {});
  call.result(put(call, x, value, 0, 0, 1));
}

// Matrices along the diagonal of a larger one.
void blockDiag(AtenCall& call) {
  std::vector<ValueId> blocks = call.tensors("tensors");
  ResultType type;
  Dim rows = 0, columns = 0;
  for (ValueId& block : blocks) {
    type.addTensor(call.type(block));
    const Shape& shape = call.shape(block);
    block = call.reshape(
        block, {shape.size() < 2 ? Dim(1) : shape[0], shape.empty() ? Dim(1) : shape.back()});
    rows = rows + call.dim(block, 0);
    columns = columns + call.dim(block, 1);
  }
  ValueId result = call.full(0, type.get(), {rows, columns});
  Dim row = 0, column = 0;
  for (const ValueId block : blocks) {
    result = call.make(
        Op::insert_slice, {result, call.cast(block, type.get())},
        {{"starts", std::vector<Dim>{row, column}}, {"steps", std::vector<std::int64_t>{1, 1}}});
    row = row + call.dim(block, 0);
    column = column + call.dim(block, 1);
  }
  call.result(result);
}

constexpr Rule kDiagonalsRules[] = {
    {"aten.block_diag.default", blockDiag},
    {"aten.diag.default", diag},
    {"aten.diag_embed.default", diagEmbed},
    {"aten.diagflat.default", diagflat},
    {"aten.diagonal.default", diagonal},
    {"aten.diagonal_copy.default", diagonal},
    {"aten.diagonal_scatter.default", diagonalScatter},
    {"aten.fill_diagonal.default", fillDiagonal},
    {"aten.linalg_diagonal.default", linalgDiagonal},
    {"aten.trace.default", trace},
    {"aten.tril.default", tril},
    {"aten.triu.default", triu},
};

}  // namespace

std::span<const Rule> diagonalsRules();
std::span<const Rule> diagonalsRules() {
  return kDiagonalsRules;
}

}  // namespace mcc
