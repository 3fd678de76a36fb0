// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of tensors, in matmul nodes.
#include "passes/decompose/products.h"

#include <algorithm>

#include "ir/op_def.h"

namespace mcc {
namespace {

bool contains(const std::string& labels, char label) {
  return labels.find(label) != std::string::npos;
}

std::int64_t axisOf(const Labelled& x, char label) {
  return static_cast<std::int64_t>(x.labels.find(label));
}

Shape leading(Builder& b, ValueId x) { return {b.shape(x).begin(), b.shape(x).end() - 2}; }

// x with these leading dimensions before its matrices.
ValueId stretch(Builder& b, ValueId x, Shape batch) {
  batch.push_back(b.dim(x, -2));
  batch.push_back(b.dim(x, -1));
  return b.expand(x, batch);
}

// Keeps the diagonal of the first label that occurs twice.
Labelled diagonal(Builder& b, const Labelled& x, std::size_t first, std::size_t second) {
  const Shape& shape = b.shape(x.value);
  std::vector<Dim> strides(shape.size(), Dim(1));
  for (std::size_t d = shape.size() - 1; d > 0; --d) strides[d - 1] = strides[d] * shape[d];
  if (shape[first] != shape[second]) {
    throw Error("einsum: sizes " + shape[first].text() + " and " + shape[second].text() +
                " of index '" + x.labels[first] + "' differ");
  }
  Shape kept = shape;
  strides[first] = strides[first] + strides[second];
  const auto at = static_cast<std::ptrdiff_t>(second);
  kept.erase(kept.begin() + at);
  strides.erase(strides.begin() + at);
  std::string labels = x.labels;
  labels.erase(second, 1);
  return {b.make(Op::as_strided, {x.value},
                 {{"shape", kept}, {"strides", strides}, {"offset", Dim(0)}}), labels};
}

Labelled diagonals(Builder& b, Labelled x) {
  for (std::size_t i = 0; i < x.labels.size(); ++i) {
    const std::size_t again = x.labels.find(x.labels[i], i + 1);
    if (again != std::string::npos) x = diagonal(b, x, i--, again);
  }
  return x;
}

// Sizes of both along equal labels made equal: 1 stretches.
void matchSizes(Builder& b, Labelled& x, const Labelled& other) {
  Shape shape = b.shape(x.value);
  for (std::size_t d = 0; d < x.labels.size(); ++d) {
    if (!contains(other.labels, x.labels[d])) continue;
    shape[d] = broadcastShapes({{shape[d]}, {b.dim(other.value, axisOf(other, x.labels[d]))}})[0];
  }
  x.value = b.expand(x.value, shape);
}

Dim sizeOf(Builder& b, const Labelled& x, const std::string& labels) {
  Dim size(1);
  for (const char label : labels) size = size * b.dim(x.value, axisOf(x, label));
  return size;
}

// Element by element, dimensions lined up under `labels`.
ValueId spread(Builder& b, const Labelled& x, const std::string& labels) {
  std::string own;
  for (const char label : labels) own += contains(x.labels, label) ? std::string(1, label) : "";
  const ValueId arranged = arrange(b, x, own);
  Shape shape;
  for (const char label : labels) {
    shape.push_back(contains(own, label) ? b.dim(x.value, axisOf(x, label)) : Dim(1));
  }
  return b.reshape(arranged, shape);
}

}  // namespace

ValueId matrixProduct(Builder& builder, ValueId a, ValueId b) {
  const bool isRow = builder.rank(a) == 1;
  const bool isColumn = builder.rank(b) == 1;
  if (builder.rank(a) == 0 || builder.rank(b) == 0) throw Error("matmul needs no 0-d operands");
  ValueId left = isRow ? builder.unsqueeze(a, 0) : a;
  ValueId right = isColumn ? builder.unsqueeze(b, 1) : b;
  if (builder.rank(right) > 2) {
    const Shape batch = broadcastShapes({leading(builder, left), leading(builder, right)});
    left = stretch(builder, left, batch);
    right = stretch(builder, right, batch);
  }
  ValueId product = builder.make(Op::matmul, {left, right}, {{"transpose_b", false}});
  if (isColumn) product = builder.squeeze(product, -1);
  return isRow ? builder.squeeze(product, isColumn ? -1 : -2) : product;
}

Labelled reduceLabels(Builder& builder, Labelled x, const std::string& kept) {
  x = diagonals(builder, x);
  std::vector<std::int64_t> axes;
  std::string labels;
  for (std::size_t d = 0; d < x.labels.size(); ++d) {
    if (contains(kept, x.labels[d])) {
      labels += x.labels[d];
    } else {
      axes.push_back(static_cast<std::int64_t>(d));
    }
  }
  if (axes.empty()) return x;
  return {builder.reduce(Op::reduce_sum, x.value, axes), labels};
}

ValueId arrange(Builder& builder, const Labelled& x, const std::string& labels) {
  std::vector<std::int64_t> axes;
  for (const char label : labels) axes.push_back(axisOf(x, label));
  return builder.permute(x.value, axes);
}

Labelled contract(Builder& builder, Labelled a, Labelled b, const std::string& kept) {
  a = reduceLabels(builder, a, kept + b.labels);
  b = reduceLabels(builder, b, kept + a.labels);
  matchSizes(builder, a, b);
  matchSizes(builder, b, a);
  std::string batch, summed, rows, columns;
  for (const char label : a.labels) {
    if (!contains(b.labels, label)) {
      rows += label;
    } else {
      (contains(kept, label) ? batch : summed) += label;
    }
  }
  for (const char label : b.labels) {
    if (!contains(a.labels, label)) columns += label;
  }
  const std::string all = batch + rows + columns;
  if (summed.empty()) {
    return {builder.make(Op::mul, {spread(builder, a, all), spread(builder, b, all)}), all};
  }
  Shape shape;
  for (const char label : all) {
    const Labelled& owner = contains(a.labels, label) ? a : b;
    shape.push_back(builder.dim(owner.value, axisOf(owner, label)));
  }
  const Dim depth = sizeOf(builder, a, summed);
  Shape left = {sizeOf(builder, a, rows), depth};
  Shape right = {sizeOf(builder, b, columns), depth};
  if (!batch.empty()) {
    left.insert(left.begin(), sizeOf(builder, a, batch));
    right.insert(right.begin(), left[0]);
  }
  const ValueId product = builder.make(
      Op::matmul,
      {builder.reshape(arrange(builder, a, batch + rows + summed), left),
       builder.reshape(arrange(builder, b, batch + columns + summed), right)},
      {{"transpose_b", true}});
  return {builder.reshape(product, shape), all};
}

}  // namespace mcc
