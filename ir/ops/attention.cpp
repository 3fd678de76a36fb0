// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attention: softmax(q k^T * scale + mask) v, one row of q at a time. One head of keys may serve
// several of queries: query head h reads key head h / (query heads / key heads).
#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/numeric.h"

namespace mcc {
namespace {

// The leading dimensions of keys: those of q, but the last one may divide q's.
Shape keyBatch(const Shape& queries, const TensorType& k) {
  Shape batch = queries;
  if (batch.empty()) return batch;
  const Dim& own = k.dim(-3);
  const Dim& heads = batch.back();
  const bool divides = own.isConstant() && heads.isConstant() && own.constant() > 0 &&
                       heads.constant() % own.constant() == 0;
  if (divides) batch.back() = own;
  return batch;
}

std::vector<TensorType> inferAttention(const OpView& view) {
  const TensorType& q = view.input(0);
  const TensorType& k = view.input(1);
  const TensorType& v = view.input(2);
  requireReal(view, 0);
  requireDTypeOfFirst(view, 1, 2);
  require(view, q.rank() >= 2 && k.rank() == q.rank() && v.rank() == q.rank(),
          "query, key and value need the same number of dimensions, at least two");
  const Shape batch = keyBatch({q.shape.begin(), q.shape.end() - 2}, k);
  requireShape(view, {k.shape.begin(), k.shape.end() - 2}, batch, "the key's leading dimensions");
  requireShape(view, {v.shape.begin(), v.shape.end() - 2}, batch, "the value's leading dimensions");
  requireSize(view, k.dim(-1), q.dim(-1), "the size of a key");
  requireSize(view, v.dim(-2), k.dim(-2), "the number of values");
  Shape scores = q.shape;
  scores.back() = k.dim(-2);
  if (view.has(3)) {
    require(view, !view.attributes().boolean("causal"), "a mask and causal exclude each other");
    const TensorType& mask = view.input(3);
    require(view, mask.dtype == DType::boolean || mask.dtype == q.dtype,
            std::string("the mask is bool or of the query's type, not ") + name(mask.dtype));
    const Shape stretched = broadcastShapes({mask.shape, scores}, view.assumed);
    requireShape(view, stretched, scores, "the stretched mask");
  }
  TensorType result{q.dtype, q.shape, std::nullopt};
  result.shape.back() = v.dim(-1);
  return {result};
}

// Strides of an operand stretched to `shape`: 0 along stretched dimensions.
Sizes stretchedStrides(const Sizes& from, const Sizes& shape) {
  const Sizes own = stridesOf(from);
  Sizes strides(shape.size(), 0);
  const std::size_t offset = shape.size() - from.size();
  for (std::size_t d = 0; d < from.size(); ++d) strides[offset + d] = from[d] == 1 ? 0 : own[d];
  return strides;
}

// The mask's part of a score: 0 or -inf for bool masks.
class Mask {
 public:
  Mask(const EvalContext& context, const Sizes& scores) {
    if (!context.has(3)) return;
    mask_ = &context.in(3);
    strides_ = stretchedStrides(mask_->shape(), scores);
  }
  double at(const Sizes& row, std::int64_t key) const {
    if (mask_ == nullptr) return 0;
    std::int64_t offset = key * strides_.back();
    for (std::size_t d = 0; d < row.size(); ++d) offset += row[d] * strides_[d];
    if (mask_->dtype() != DType::boolean) return mask_->real(offset);
    return mask_->integer(offset) != 0 ? 0 : -std::numeric_limits<double>::infinity();
  }

 private:
  const Tensor* mask_ = nullptr;
  Sizes strides_;
};

// Scores to weights, in place; all 0 when every score is -inf.
void softmaxRow(std::vector<double>& scores) {
  constexpr double kHidden = -std::numeric_limits<double>::infinity();
  double highest = kHidden;
  for (const double s : scores) highest = std::isnan(s) ? s : (s > highest ? s : highest);
  double sum = 0;
  for (double& s : scores) {
    s = highest == kHidden ? 0 : std::exp(s - highest);
    sum += s;
  }
  for (double& s : scores) s = highest == kHidden ? 0 : s / sum;
}

double dot(const double* a, const double* b, std::int64_t count) {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// out[c] = sum of weights[j] * values[j][c]; keys of weight 0 don't count, not even their NaNs.
void mixRow(const std::vector<double>& weights, const double* values, std::vector<double>& out) {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += weights[j] * values[j * out.size() + c];
  }
}

// How many heads of queries share one of keys.
std::int64_t groupOf(const Tensor& q, const Tensor& k) {
  if (q.rank() < 3 || k.dim(k.rank() - 3) == 0) return 1;
  return q.dim(q.rank() - 3) / k.dim(k.rank() - 3);
}

void evaluateAttention(EvalContext& context) {
  constexpr double kHidden = -std::numeric_limits<double>::infinity();
  const Tensor& q = context.in(0);
  const Tensor& v = context.in(2);
  const std::int64_t depth = q.shape().back();
  const std::int64_t keys = v.dim(v.rank() - 2);
  const std::int64_t queries = q.dim(q.rank() - 2);
  const std::int64_t rows = queries * groupOf(q, context.in(1));  // that share keys
  const double scale = context.node.attributes.real("scale");
  const bool causal = context.node.attributes.boolean("causal");
  const auto query = elementsOf<double>(q);
  const auto key = elementsOf<double>(context.in(1));
  const auto value = elementsOf<double>(v);
  Sizes scoreShape = q.shape();
  scoreShape.back() = keys;
  const Mask mask(context, scoreShape);
  Tensor result = context.make(0);
  std::vector<double> scores(static_cast<std::size_t>(keys));
  std::vector<double> mixed(static_cast<std::size_t>(v.shape().back()));
  std::int64_t row = 0;
  std::int64_t element = 0;
  forEachIndex({q.shape().begin(), q.shape().end() - 1}, [&](const Sizes& at) {
    const std::int64_t first = row / rows * keys;  // of the row's keys
    for (std::int64_t j = 0; j < keys; ++j) {
      const double bias = causal && j > row % queries ? kHidden : mask.at(at, j);
      const double* k = key.data() + (first + j) * depth;
      scores[static_cast<std::size_t>(j)] =
          bias == kHidden ? kHidden : scale * dot(query.data() + row * depth, k, depth) + bias;
    }
    softmaxRow(scores);
    mixRow(scores, value.data() + first * v.shape().back(), mixed);
    for (const double m : mixed) result.setReal(element++, m);
    ++row;
  });
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef attentionDef;
const OpDef attentionDef = {Op::attention, inferAttention, evaluateAttention, lowerAttention};

}  // namespace mcc
