// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape arithmetic that several families share.
#include "passes/decompose/shapes.h"

#include <numeric>

#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {

std::vector<std::int64_t> allAxes(std::int64_t rank) {
  std::vector<std::int64_t> axes(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

std::vector<Dim> denseStrides(const Shape& shape) {
  std::vector<Dim> strides(shape.size(), Dim(1));
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

namespace {

void require(AtenCall& call, Op relation, const Dim& a, const Dim& b, const std::string& message) {
  const ValueId holds = call.make(relation, {call.dimValue(a), call.dimValue(b)});
  call.makeAll(Op::check, {holds}, {{"message", message}});
}

}  // namespace

void requireNonNegative(AtenCall& call, const Dim& value, const std::string& message) {
  if (value.isConstant() && value.constant() < 0) throw Error(call.target() + ": " + message);
  if (call.boundsOf(value).min >= 0) return;
  require(call, Op::ge, value, Dim(0), message);
}

void requireEqual(AtenCall& call, const Dim& a, const Dim& b, const std::string& message) {
  const Dim difference = a - b;
  if (difference == Dim(0)) return;
  if (difference.isConstant()) throw Error(call.target() + ": " + message);
  require(call, Op::eq, a, b, message);
}

ValueId checkedSlice(AtenCall& call, ValueId x, std::int64_t axis, const Dim& start,
                     const Dim& size, std::int64_t step) {
  const Dim room = call.dim(x, axis) - start - (size - Dim(1)) * Dim(step) - Dim(1);
  const std::string message = "a slice of " + size.text() + " elements from " + start.text() +
                              " on leaves a dimension of size " + call.dim(x, axis).text();
  requireNonNegative(call, start, message);
  requireNonNegative(call, size, message);
  if (size != Dim(0)) requireNonNegative(call, room, message);
  return call.slice(x, axis, start, size, step);
}

ValueId flattened(AtenCall& call, ValueId x) { return call.reshape(x, {product(call.shape(x))}); }

ValueId atLeast1d(AtenCall& call, ValueId x) {
  return call.rank(x) == 0 ? call.reshape(x, {Dim(1)}) : x;
}

Shape resolveShape(const AtenCall& call, std::vector<Dim> sizes, const Dim& total) {
  std::size_t open = sizes.size();
  Dim known = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] != Dim(-1)) {
      known = known * sizes[d];
    } else if (open != sizes.size()) {
      throw Error(call.target() + ": only one size may be -1");
    } else {
      open = d;
    }
  }
  if (open == sizes.size()) return sizes;
  if (known == Dim(0)) throw Error(call.target() + ": a size of -1 is ambiguous beside one of 0");
  const Dim rest = floorDiv(total, known);
  const bool recorded = call.resultCount() > 0 && rest * known != total &&
                        call.recorded().shape.size() == sizes.size();
  sizes[open] = recorded ? call.recorded().shape[open] : rest;
  return sizes;
}

namespace {

// An end of a slice in [0, size]. Symbolic: as it is (`clamped` false), or with its bounds.
Dim sliceEnd(const Dim& value, const Dim& size, bool clamped) {
  if (value.isConstant() && value.constant() == INT64_MAX) return size;
  const bool negative = value.isConstant() && value.constant() < 0;
  const Dim at = negative ? size + value : value;
  if (at.isConstant() && size.isConstant()) return min(max(at, Dim(0)), size);
  if (!clamped || at == Dim(0) || at == size) return at;
  return negative ? max(at, Dim(0)) : min(at, size);
}

Dim spanSize(const Dim& start, const Dim& end, std::int64_t step) {
  const Dim length = end - start;
  const Dim size = step == 1 ? length : ceilDiv(length, Dim(step));
  return size.isConstant() ? max(size, Dim(0)) : size;
}

}  // namespace

Span pythonSlice(AtenCall& call, const Dim& size, const std::string& start,
                 const std::string& end, std::int64_t step, const Dim& recordedSize) {
  if (step < 1) throw Error(call.target() + ": step must be positive");
  const Dim first = call.isNone(start) ? Dim(0) : call.dim(start);
  const Dim last = call.isNone(end) ? Dim(INT64_MAX) : call.dim(end);
  // The export has already found out which ends lie inside: if its size is the plain difference, no
  // bounds are needed.
  for (const bool clamped : {false, true}) {
    const Dim from = sliceEnd(first, size, clamped), to = sliceEnd(last, size, clamped);
    const Dim count = spanSize(from, to, step);
    if (count == recordedSize || clamped) {
      if (clamped && !last.isConstant()) {
        requireNonNegative(call, last, "a slice ends at a negative position");
      }
      // An end before the start: an empty slice, wherever it starts.
      const Dim begin = count == Dim(0) && from.isConstant() && size.isConstant()
                            ? min(from, size) : from;
      if (!clamped || count.isConstant()) return {begin, count};
      // The start isn't negative, though its range may not say so.
      const Dim most = call.boundsOf(count).bounded() ? count : min(count, size);
      return {begin, max(most, Dim(0))};
    }
  }
  return {};
}

std::vector<ValueId> pieces(AtenCall& call, ValueId x, std::int64_t axis,
                            const std::vector<Dim>& sizes) {
  std::vector<ValueId> parts;
  Dim start = 0;
  for (const Dim& size : sizes) {
    parts.push_back(checkedSlice(call, x, axis, start, size));
    start = start + size;
  }
  return parts;
}

std::vector<Dim> equalPieces(const AtenCall& call, const Dim& size, const Dim& piece) {
  if (size.isConstant() && piece.isConstant()) {
    if (piece.constant() <= 0) return {size};
    std::vector<Dim> sizes;
    for (std::int64_t left = size.constant(); left > 0; left -= piece.constant()) {
      sizes.push_back(min(Dim(left), piece));
    }
    return sizes.empty() ? std::vector<Dim>{Dim(0)} : sizes;
  }
  std::vector<Dim> sizes(call.resultCount(), piece);
  Dim rest = size;
  for (std::size_t i = 1; i < sizes.size(); ++i) rest = rest - piece;
  if (!sizes.empty()) sizes.back() = rest;
  return sizes;
}

ValueId selected(AtenCall& call, ValueId x, std::int64_t axis, const Dim& index) {
  const Dim size = call.dim(x, axis);
  if (!index.isConstant()) {  // checked where it is known
    return call.make(Op::index, {x, call.dimValue(index)}, {{"axis", axis}});
  }
  const Dim at = index.constant() < 0 ? size + index : index;
  const std::string message =
      "index " + index.text() + " is out of range for a dimension of size " + size.text();
  requireNonNegative(call, at, message);
  requireNonNegative(call, size - at - Dim(1), message);
  return call.squeeze(call.slice(x, axis, at, Dim(1)), axis);
}

ValueId stacked(AtenCall& call, const std::vector<ValueId>& parts, std::int64_t axis) {
  std::vector<ValueId> rows;
  for (const ValueId part : parts) rows.push_back(call.unsqueeze(part, axis));
  return call.concat(rows, axis);
}

std::vector<ValueId> broadcastTogether(AtenCall& call, std::vector<ValueId> values) {
  std::vector<Shape> shapes;
  for (const ValueId value : values) shapes.push_back(call.shape(value));
  const Shape common = broadcastShapes(shapes);
  for (ValueId& value : values) value = call.expand(value, common);
  return values;
}

}  // namespace mcc
