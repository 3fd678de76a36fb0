// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape arithmetic that several families share.
#pragma once
#include <string>
#include <vector>

#include "passes/decompose/rule.h"

namespace mcc {

std::vector<std::int64_t> allAxes(std::int64_t rank);
// Row-major strides of a dense tensor.
std::vector<Dim> denseStrides(const Shape& shape);

// A run-time check that the integer is at least 0, or that two are equal; nothing where it is
// certain. Error when it can't be.
void requireNonNegative(AtenCall& call, const Dim& value, const std::string& message);
void requireEqual(AtenCall& call, const Dim& a, const Dim& b, const std::string& message);

// Builder::slice, checked at run time where sizes leave doubt that it stays inside.
ValueId checkedSlice(AtenCall& call, ValueId x, std::int64_t axis, const Dim& start,
                     const Dim& size, std::int64_t step = 1);

// x flattened to one dimension; a 0-d tensor gets one of size 1.
ValueId flattened(AtenCall& call, ValueId x);
// x, or with one dimension of size 1 when it has none: for operators that need an axis.
ValueId atLeast1d(AtenCall& call, ValueId x);

// Sizes in which one may be -1: what is left of `total` elements. Where the division can't be
// carried out, the recorded size of that dimension.
Shape resolveShape(const AtenCall& call, std::vector<Dim> sizes, const Dim& total);

// Part [start, end) of a dimension by Python's rules: ends may be negative or too large, None is
// the whole. `recordedSize` decides between symbolic forms. An end that comes from data is checked
// at run time not to be negative.
struct Span {
  Dim start, size;
};
Span pythonSlice(AtenCall& call, const Dim& size, const std::string& start,
                 const std::string& end, std::int64_t step, const Dim& recordedSize);

// x cut along `axis` into pieces of these sizes.
std::vector<ValueId> pieces(AtenCall& call, ValueId x, std::int64_t axis,
                            const std::vector<Dim>& sizes);
// Sizes of pieces of `piece` elements each; the last one may be smaller.
std::vector<Dim> equalPieces(const AtenCall& call, const Dim& size, const Dim& piece);

// Element `index` of a dimension, which vanishes; negative counts from the end.
ValueId selected(AtenCall& call, ValueId x, std::int64_t axis, const Dim& index);

// Parts joined along a new dimension.
ValueId stacked(AtenCall& call, const std::vector<ValueId>& parts, std::int64_t axis);

// All values stretched to a common shape.
std::vector<ValueId> broadcastTogether(AtenCall& call, std::vector<ValueId> values);

}  // namespace mcc
