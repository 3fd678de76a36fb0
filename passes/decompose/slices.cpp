// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of tensors: slices, single positions, pieces; and tensors with a part replaced.
#include <algorithm>

#include "ir/diagnostics.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

struct Part {
  std::int64_t axis;
  Span span;
  std::int64_t step;
};

// The part that arguments dim, start, end and step name; `size` is the recorded size of it.
Part partOf(AtenCall& call, ValueId x, const Dim& size) {
  const std::int64_t axis = call.axis("dim", call.rank(x));
  const std::int64_t step = call.integer("step");
  return {axis, pythonSlice(call, call.dim(x, axis), "start", "end", step, size), step};
}

void slice(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const Part part = partOf(call, x, call.recorded().dim(call.axis("dim", call.rank(x))));
  call.result(checkedSlice(call, x, part.axis, part.span.start, part.span.size, part.step));
}

ValueId inserted(AtenCall& call, ValueId x, ValueId source, const Part& part) {
  Shape shape = call.shape(x);
  std::vector<Dim> starts(shape.size(), Dim(0));
  std::vector<std::int64_t> steps(shape.size(), 1);
  const auto axis = static_cast<std::size_t>(part.axis);
  shape[axis] = part.span.size;
  starts[axis] = part.span.start;
  steps[axis] = part.step;
  checkedSlice(call, x, part.axis, part.span.start, part.span.size, part.step);  // for the checks
  const ValueId values = call.expand(call.cast(source, call.dtype(x)), shape);
  return call.make(Op::insert_slice, {x, values}, {{"starts", starts}, {"steps", steps}});
}

void sliceScatter(AtenCall& call) {
  const ValueId x = call.tensor("self"), source = call.tensor("src");
  const std::int64_t axis = call.axis("dim", call.rank(x));
  call.result(inserted(call, x, source, partOf(call, x, call.dim(source, axis))));
}

void select(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (call.rank(x) == 0) throw Error(call.target() + ": a 0-d tensor has no dimension");
  call.result(selected(call, x, call.axis("dim", call.rank(x)), call.dim("index")));
}

void selectScatter(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t axis = call.axis("dim", call.rank(x));
  const Dim index = call.dim("index");
  if (!index.isConstant()) call.unsupported("a symbolic index");
  const Dim at = index.constant() < 0 ? call.dim(x, axis) + index : index;
  const ValueId source = call.unsqueeze(call.tensor("src"), axis);
  call.result(inserted(call, x, source, {axis, {at, Dim(1)}, 1}));
}

void narrow(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t axis = call.axis("dim", call.rank(x));
  const Dim start = call.dim("start");
  const bool negative = start.isConstant() && start.constant() < 0;
  call.result(checkedSlice(call, x, axis, negative ? call.dim(x, axis) + start : start,
                           call.dim("length")));
}

// ---- pieces ----

void giveParts(AtenCall& call, std::int64_t axis, const std::vector<Dim>& sizes) {
  const ValueId x = call.tensor("self");
  Dim total = 0;
  for (const Dim& size : sizes) total = total + size;
  requireEqual(
      call, total, call.dim(x, axis),
      "pieces of " + text(sizes) + " don't make up a dimension of " + call.dim(x, axis).text());
  call.results(pieces(call, x, axis, sizes));
}

void splitSizes(AtenCall& call) {
  giveParts(call, call.axis("dim", call.rank(call.tensor("self"))), call.dims("split_sizes"));
}

void split(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t axis = call.axis("dim", call.rank(x));
  giveParts(call, axis, equalPieces(call, call.dim(x, axis), call.dim("split_size")));
}

void chunk(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t axis = call.axis("dim", call.rank(x)), count = call.integer("chunks");
  if (count < 1) throw Error(call.target() + ": chunks must be positive");
  const Dim size = call.dim(x, axis);
  if (size == Dim(0)) {
    return giveParts(call, axis, std::vector<Dim>(static_cast<std::size_t>(count), Dim(0)));
  }
  giveParts(call, axis, equalPieces(call, size, ceilDiv(size, Dim(count))));
}

// `count` pieces whose sizes differ by at most one, the larger ones first.
void evenPieces(AtenCall& call, std::int64_t axis, std::int64_t count) {
  if (count < 1) throw Error(call.target() + ": sections must be positive");
  const Dim size = call.dim(call.tensor("self"), axis);
  if (!size.isConstant()) {
    const Dim piece = floorDiv(size, Dim(count));
    if (piece * Dim(count) != size) call.unsupported("a symbolic size that may not be a multiple");
    return giveParts(call, axis, std::vector<Dim>(static_cast<std::size_t>(count), piece));
  }
  std::vector<Dim> sizes;
  for (std::int64_t i = 0; i < count; ++i) {
    sizes.push_back(Dim(size.constant() / count + (i < size.constant() % count ? 1 : 0)));
  }
  giveParts(call, axis, sizes);
}

// Pieces that end at these positions (as Python slices), and the rest.
void piecesAt(AtenCall& call, std::int64_t axis, const std::vector<Dim>& ends) {
  const ValueId x = call.tensor("self");
  const Dim size = call.dim(x, axis);
  std::vector<ValueId> parts;
  Dim start = 0;
  for (std::size_t i = 0; i <= ends.size(); ++i) {
    Dim end = i < ends.size() ? ends[i] : size;
    if (end.isConstant() && end.constant() < 0) end = end + size;
    if (end.isConstant() && size.isConstant()) end = max(min(end, size), Dim(0));
    const Dim length = end - start;
    const Dim count = length.isConstant() ? max(length, Dim(0)) : length;
    parts.push_back(checkedSlice(call, x, axis, start, count));
    start = end;
  }
  call.results(parts);
}

void tensorSplitSections(AtenCall& call) {
  const std::int64_t axis = call.axis("dim", call.rank(call.tensor("self")));
  evenPieces(call, axis, call.integer("sections"));
}

void tensorSplitIndices(AtenCall& call) {
  piecesAt(call, call.axis("dim", call.rank(call.tensor("self"))), call.dims("indices"));
}

// A number of sections, or positions, in a tensor; 0-d or 1-d.
void tensorSplitTensor(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t axis = call.axis("dim", call.rank(x));
  const Node* producer = call.graph().producer(call.tensor("tensor_indices_or_sections"));
  if (producer == nullptr || producer->op != Op::constant) {
    call.unsupported("cutting at positions that are only known at run time");
  }
  const Tensor& given = *producer->attributes.tensor("tensor");
  if (!isInteger(given.dtype()) || given.rank() > 1) {
    throw Error(call.target() + ": positions must be integers, 0-d or 1-d");
  }
  if (given.rank() == 0) return evenPieces(call, axis, given.integer(0));
  std::vector<Dim> ends;
  for (std::int64_t i = 0; i < given.size(); ++i) ends.emplace_back(given.integer(i));
  piecesAt(call, axis, ends);
}

// The dimension that hsplit (0), vsplit (1), dsplit (2) cut.
template <int kWhich>
std::int64_t splitAxis(AtenCall& call) {
  const std::int64_t rank = call.rank(call.tensor("self"));
  if (kWhich == 0) return rank == 1 ? 0 : 1;
  return kWhich == 1 ? 0 : 2;
}

template <int kWhich>
void splitEven(AtenCall& call) {
  evenPieces(call, splitAxis<kWhich>(call), call.integer("sections"));
}

template <int kWhich>
void splitAt(AtenCall& call) {
  piecesAt(call, splitAxis<kWhich>(call), call.dims("indices"));
}

void unbind(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t axis = call.axis("dim", call.rank(x));
  std::vector<ValueId> parts;
  for (std::size_t i = 0; i < call.resultCount(); ++i) {
    parts.push_back(selected(call, x, axis, Dim(static_cast<std::int64_t>(i))));
  }
  call.results(parts);
}

constexpr Rule kSlicesRules[] = {
    {"aten.chunk.default", chunk},
    {"aten.dsplit.array", splitAt<2>},
    {"aten.dsplit.int", splitEven<2>},
    {"aten.hsplit.array", splitAt<0>},
    {"aten.hsplit.int", splitEven<0>},
    {"aten.narrow.default", narrow},
    {"aten.narrow_copy.default", narrow},
    {"aten.select.int", select},
    {"aten.select_copy.int", select},
    {"aten.select_scatter.default", selectScatter},
    {"aten.slice.Tensor", slice},
    {"aten.slice_copy.Tensor", slice},
    {"aten.slice_scatter.default", sliceScatter},
    {"aten.split.Tensor", split},
    {"aten.split.default", splitSizes},
    {"aten.split_copy.Tensor", split},
    {"aten.split_with_sizes.default", splitSizes},
    {"aten.split_with_sizes_copy.default", splitSizes},
    {"aten.tensor_split.indices", tensorSplitIndices},
    {"aten.tensor_split.sections", tensorSplitSections},
    {"aten.tensor_split.tensor_indices_or_sections", tensorSplitTensor},
    {"aten.unbind.int", unbind},
    {"aten.unbind_copy.int", unbind},
    {"aten.unsafe_chunk.default", chunk},
    {"aten.unsafe_split.Tensor", split},
    {"aten.unsafe_split_with_sizes.default", splitSizes},
    {"aten.vsplit.array", splitAt<1>},
    {"aten.vsplit.int", splitEven<1>},
};

}  // namespace

std::span<const Rule> slicesRules();
std::span<const Rule> slicesRules() {
  return kSlicesRules;
}

}  // namespace mcc
