// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other shapes and orders of the same elements.
#include <algorithm>

#include "ir/diagnostics.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

void reshapeTo(AtenCall& call, const std::string& argument) {
  const ValueId x = call.tensor("self");
  const Dim total = product(call.shape(x));
  const Shape shape = resolveShape(call, call.dims(argument), total);
  requireEqual(call, product(shape), total,
               "can't give " + text(call.type(x)) + " the shape " + text(shape));
  call.result(call.reshape(x, shape));
}

void view(AtenCall& call) {
  reshapeTo(call, "size");
}
void reshape(AtenCall& call) {
  reshapeTo(call, "shape");
}

void viewAs(AtenCall& call) {
  call.result(call.reshape(call.tensor("self"), call.shape(call.tensor("other"))));
}

// The same bits under another type of the same width.
void viewDtype(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (call.optionalDtype("dtype") != call.dtype(x)) call.unsupported("another element type");
  call.result(x);
}

void flatten(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (call.rank(x) == 0) return call.result(call.reshape(x, {Dim(1)}));
  const auto first = static_cast<std::size_t>(call.axis("start_dim", call.rank(x)));
  const auto last = static_cast<std::size_t>(call.axis("end_dim", call.rank(x)));
  if (first > last) throw Error(call.target() + ": start_dim comes after end_dim");
  Shape shape;
  for (std::size_t d = 0; d < call.shape(x).size(); ++d) {
    const Dim& size = call.shape(x)[d];
    if (d > first && d <= last) {
      shape.back() = shape.back() * size;
    } else {
      shape.push_back(size);
    }
  }
  call.result(call.reshape(x, shape));
}

void ravel(AtenCall& call) {
  call.result(flattened(call, call.tensor("self")));
}

void unflatten(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const auto axis = static_cast<std::size_t>(call.axis("dim", call.rank(x)));
  Shape shape = call.shape(x);
  std::vector<Dim> sizes = call.dims("sizes");
  Dim known = 1;
  for (const Dim& size : sizes) known = size == Dim(-1) ? known : known * size;
  for (Dim& size : sizes) {
    if (size == Dim(-1)) size = floorDiv(shape[axis], known);
  }
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), sizes.begin(), sizes.end());
  call.result(call.reshape(x, shape));
}

void permute(AtenCall& call) {
  const ValueId x = call.tensor("self");
  std::vector<std::int64_t> axes = call.integers("dims");
  for (std::int64_t& axis : axes) axis = normalizeAxis(axis, call.rank(x));
  call.result(call.permute(x, axes));
}

void transposeAxes(AtenCall& call, const char* a, const char* b) {
  call.result(call.transpose(call.tensor("self"), call.integer(a), call.integer(b)));
}

void transpose(AtenCall& call) {
  transposeAxes(call, "dim0", "dim1");
}
void swapaxes(AtenCall& call) {
  transposeAxes(call, "axis0", "axis1");
}

// All dimensions in reverse order (up to two for t).
void reverseAxes(AtenCall& call) {
  const ValueId x = call.tensor("self");
  std::vector<std::int64_t> axes = allAxes(call.rank(x));
  std::reverse(axes.begin(), axes.end());
  call.result(call.permute(x, axes));
}

void transposeMatrices(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (call.rank(x) < 2) throw Error(call.target() + ": needs at least two dimensions");
  call.result(call.transpose(x, -2, -1));
}

void adjoint(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const ValueId y = call.rank(x) < 2 ? x : call.transpose(x, -2, -1);
  if (!isComplex(call.dtype(y))) return call.result(y);
  const ValueId imag = call.unary(Op::neg, call.unary(Op::imag, y));
  call.result(call.binary(Op::complex, call.unary(Op::real, y), imag));
}

// Dimensions source[i] go to destination[i]; the others keep their order.
void movedim(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::int64_t rank = call.rank(x);
  std::vector<std::int64_t> from = call.integers("source"), to = call.integers("destination");
  if (from.size() != to.size()) throw Error(call.target() + ": lists of different lengths");
  std::vector<std::int64_t> axes(static_cast<std::size_t>(rank), -1);
  std::vector<bool> moved(axes.size(), false);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto source = static_cast<std::size_t>(normalizeAxis(from[i], rank));
    axes.at(static_cast<std::size_t>(normalizeAxis(to[i], rank))) =
        static_cast<std::int64_t>(source);
    moved.at(source) = true;
  }
  std::size_t next = 0;
  for (std::int64_t& axis : axes) {
    if (axis >= 0) continue;
    while (next < moved.size() && moved[next]) ++next;
    axis = static_cast<std::int64_t>(next++);
  }
  call.result(call.permute(x, axes));
}

void unsqueeze(AtenCall& call) {
  call.result(call.unsqueeze(call.tensor("self"), call.integer("dim")));
}

// Dimensions of size 1 among `axes` vanish; of symbolic ones those that the export recorded as 1.
void squeezeAxes(AtenCall& call, const std::vector<std::int64_t>& axes) {
  const ValueId x = call.tensor("self");
  Shape shape;
  for (std::int64_t d = 0; d < call.rank(x); ++d) {
    const bool named = std::find(axes.begin(), axes.end(), d) != axes.end();
    if (!named || call.dim(x, d) != Dim(1)) shape.push_back(call.dim(x, d));
  }
  call.result(call.reshape(x, shape));
}

void squeeze(AtenCall& call) {
  squeezeAxes(call, allAxes(call.rank(call.tensor("self"))));
}

void squeezeDims(AtenCall& call) {
  std::vector<std::int64_t> axes = call.integers("dim");
  for (std::int64_t& axis : axes) axis = normalizeAxis(axis, call.rank(call.tensor("self")));
  squeezeAxes(call, axes);
}

void expand(AtenCall& call) {
  const ValueId x = call.tensor("self");
  std::vector<Dim> sizes = call.dims("size");
  const std::size_t rank = call.shape(x).size();
  for (std::size_t d = 0; d < sizes.size() && rank <= sizes.size(); ++d) {
    const std::size_t lead = sizes.size() - rank;
    if (sizes[d] == Dim(-1) && d >= lead) sizes[d] = call.shape(x)[d - lead];
  }
  call.result(call.expand(x, sizes));
}

void expandAs(AtenCall& call) {
  call.result(call.expand(call.tensor("self"), call.shape(call.tensor("other"))));
}

void broadcastTensors(AtenCall& call) {
  call.results(broadcastTogether(call, call.tensors("tensors")));
}

// Sums over what was stretched, back to a shape.
void sumToSize(AtenCall& call) {
  const ValueId x = call.tensor("self");
  const std::vector<Dim> sizes = call.dims("size");
  const std::size_t lead = call.shape(x).size() - sizes.size();
  std::vector<std::int64_t> axes;
  for (std::size_t d = 0; d < call.shape(x).size(); ++d) {
    const bool stretched = d >= lead && sizes[d - lead] == Dim(1) && call.shape(x)[d] != Dim(1);
    if (d < lead || stretched) axes.push_back(static_cast<std::int64_t>(d));
  }
  call.result(call.reshape(call.reduce(Op::reduce_sum, x, axes), sizes));
}

template <int kRank>
void atLeast(AtenCall& call) {
  const ValueId x = call.tensor("self");
  Shape shape = call.shape(x);
  if (shape.empty()) shape.push_back(Dim(1));
  if (shape.size() == 1 && kRank >= 2) shape.insert(shape.begin(), Dim(1));
  if (shape.size() == 2 && kRank >= 3) shape.push_back(Dim(1));
  call.result(call.reshape(x, shape));
}

// Constant sizes are checked by inference.
void requireInside(AtenCall& call, ValueId x, const std::vector<Dim>& shape,
                   const std::vector<Dim>& strides, const Dim& offset) {
  if (shape.size() != strides.size()) throw Error(call.target() + ": as many strides as sizes");
  const std::string message = "a strided view leaves its tensor";
  Dim last = offset;
  bool constant = offset.isConstant();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    constant = constant && shape[d].isConstant() && strides[d].isConstant();
    last = last + (shape[d] - Dim(1)) * strides[d];
  }
  const Dim total = product(call.shape(x));
  if (constant && total.isConstant()) return;
  requireNonNegative(call, offset, message);
  for (const std::vector<Dim>* list : {&shape, &strides}) {
    for (const Dim& value : *list) requireNonNegative(call, value, message);
  }
  requireNonNegative(call, total - last - Dim(1), message);
}

// Elements of the flat tensor at any strides: functionalize made the operand the memory they are
// read from. A storage offset that is left out is 0.
void asStrided(AtenCall& call) {
  const Dim offset = call.isNone("storage_offset") ? Dim(0) : call.dim("storage_offset");
  const ValueId x = call.tensor("self");
  requireInside(call, x, call.dims("size"), call.dims("stride"), offset);
  call.result(call.make(
      Op::as_strided, {x},
      {{"shape", call.dims("size")}, {"strides", call.dims("stride")}, {"offset", offset}}));
}

void asStridedScatter(AtenCall& call) {
  const Dim offset = call.isNone("storage_offset") ? Dim(0) : call.dim("storage_offset");
  const ValueId x = call.tensor("self");
  const ValueId source = call.cast(call.tensor("src"), call.dtype(x));
  requireInside(call, x, call.dims("size"), call.dims("stride"), offset);
  call.result(call.make(Op::insert_strided, {x, call.expand(source, call.dims("size"))},
                        {{"strides", call.dims("stride")}, {"offset", offset}}));
}

// Windows of `size` elements, `step` apart, along a dimension; their elements are a new last one.
void unfold(AtenCall& call) {
  const ValueId given = call.tensor("self");
  const ValueId x = atLeast1d(call, given);
  const auto axis = static_cast<std::size_t>(call.axis("dimension", call.rank(x)));
  const Dim size = call.dim("size"), step = call.dim("step");
  Shape shape = call.shape(x);
  std::vector<Dim> strides = denseStrides(shape);
  strides.push_back(strides[axis]);
  strides[axis] = strides[axis] * step;
  requireNonNegative(call, shape[axis] - size, "a window is larger than its dimension");
  requireNonNegative(call, size, "a window's size is negative");
  requireNonNegative(call, step - Dim(1), "windows must be at least one element apart");
  shape[axis] = floorDiv(shape[axis] - size, step) + Dim(1);
  shape.push_back(size);
  if (call.rank(given) == 0) shape.erase(shape.begin()), strides.erase(strides.begin());
  call.result(
      call.make(Op::as_strided, {x}, {{"shape", shape}, {"strides", strides}, {"offset", 0}}));
}

constexpr Rule kViewsRules[] = {
    {"aten._reshape_alias.default", view},
    {"aten._unsafe_view.default", view},
    {"aten.T.default", reverseAxes},
    {"aten.adjoint.default", adjoint},
    {"aten.as_strided.default", asStrided},
    {"aten.as_strided_copy.default", asStrided},
    {"aten.as_strided_scatter.default", asStridedScatter},
    {"aten.atleast_1d.default", atLeast<1>},
    {"aten.atleast_2d.default", atLeast<2>},
    {"aten.atleast_3d.default", atLeast<3>},
    {"aten.broadcast_tensors.default", broadcastTensors},
    {"aten.broadcast_to.default", expand},
    {"aten.expand.default", expand},
    {"aten.expand_as.default", expandAs},
    {"aten.expand_copy.default", expand},
    {"aten.flatten.using_ints", flatten},
    {"aten.mH.default", adjoint},
    {"aten.mT.default", transposeMatrices},
    {"aten.matrix_H.default", adjoint},
    {"aten.moveaxis.int", movedim},
    {"aten.moveaxis.intlist", movedim},
    {"aten.movedim.int", movedim},
    {"aten.movedim.intlist", movedim},
    {"aten.numpy_T.default", reverseAxes},
    {"aten.permute.default", permute},
    {"aten.permute_copy.default", permute},
    {"aten.ravel.default", ravel},
    {"aten.reshape.default", reshape},
    {"aten.reshape_as.default", viewAs},
    {"aten.squeeze.default", squeeze},
    {"aten.squeeze.dim", squeezeDims},
    {"aten.squeeze.dims", squeezeDims},
    {"aten.squeeze_copy.default", squeeze},
    {"aten.squeeze_copy.dim", squeezeDims},
    {"aten.squeeze_copy.dims", squeezeDims},
    {"aten.sum_to_size.default", sumToSize},
    {"aten.swapaxes.default", swapaxes},
    {"aten.swapdims.default", transpose},
    {"aten.t.default", reverseAxes},
    {"aten.t_copy.default", reverseAxes},
    {"aten.transpose.int", transpose},
    {"aten.transpose_copy.int", transpose},
    {"aten.unflatten.int", unflatten},
    {"aten.unfold.default", unfold},
    {"aten.unfold_copy.default", unfold},
    {"aten.unsqueeze.default", unsqueeze},
    {"aten.unsqueeze_copy.default", unsqueeze},
    {"aten.view.default", view},
    {"aten.view.dtype", viewDtype},
    {"aten.view_as.default", viewAs},
    {"aten.view_copy.default", view},
};

}  // namespace

std::span<const Rule> viewsRules();
std::span<const Rule> viewsRules() {
  return kViewsRules;
}

}  // namespace mcc
