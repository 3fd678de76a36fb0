// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scan: a region run over the slices of tensors, carrying values from one to the next.
#include "ir/diagnostics.h"
#include "ir/ops/checks.h"
#include "ir/ops/regions.h"
#include "ir/ops/strided.h"

namespace mcc {
namespace {

TensorType sliceType(const OpView& view, const TensorType& x, const Dim& count) {
  if (x.rank() == 0) fail(view, "can't run over a tensor without dimensions");
  if (!canBeEqual(view, x.shape[0], count)) fail(view, "scanned tensors have different lengths");
  return {x.dtype, Shape(x.shape.begin() + 1, x.shape.end()), std::nullopt};
}

std::vector<TensorType> inferScan(const OpView& view) {
  requireRegions(view, 1);
  const std::size_t carried = countOf(view, "carried", view.inputs.size());
  const std::size_t scanned = countOf(view, "scanned", view.inputs.size() - carried);
  if (scanned == 0) fail(view, "needs a tensor to run over");
  view.attributes().boolean("reverse");
  std::vector<TensorType> operands = operandTypes(view, 0, view.inputs.size());
  const std::vector<TensorType> init(operands.begin(),
                                     operands.begin() + static_cast<std::ptrdiff_t>(carried));
  const Dim count = operands[carried].rank() == 0 ? Dim(0) : operands[carried].shape[0];
  for (std::size_t i = carried; i < carried + scanned; ++i) {
    operands[i] = sliceType(view, operands[i], count);
  }
  requireRegionInputs(view, 0, operands);
  std::vector<TensorType> results = regionOutputs(view, 0);
  if (results.size() < carried) fail(view, "the body must return what it carries");
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i < carried) {
      requireSame(view, "carried value " + std::to_string(i) + " before and after a step", init[i],
                  results[i]);
      results[i] = init[i];
    } else {
      results[i].shape.insert(results[i].shape.begin(), count);
    }
  }
  return results;
}

Tensor sliceOf(const Tensor& x, std::int64_t i) {
  const Sizes shape(x.shape().begin() + 1, x.shape().end());
  const Sizes strides = stridesOf(x.shape());
  return readStrided(x, shape, {i * strides[0], Sizes(strides.begin() + 1, strides.end())});
}

void putSlice(Tensor& stacked, std::int64_t i, const Tensor& slice) {
  const Sizes strides = stridesOf(slice.shape());
  copyStrided(slice.shape(), slice, {0, strides}, stacked, {i * slice.size(), strides});
}

void evaluateScan(EvalContext& context) {
  const auto carried = static_cast<std::size_t>(context.integer("carried"));
  const auto scanned = static_cast<std::size_t>(context.integer("scanned"));
  const bool reverse = context.node.attributes.boolean("reverse");
  const std::int64_t count = context.in(carried).dim(0);
  std::vector<Tensor> operands = context.inputs, stacked;
  for (std::size_t i = carried; i < context.resultTypes.size(); ++i) {
    stacked.push_back(context.make(i));
  }
  for (std::int64_t step = 0; step < count; ++step) {
    const std::int64_t at = reverse ? count - 1 - step : step;
    for (std::size_t i = carried; i < carried + scanned; ++i) {
      operands[i] = sliceOf(context.in(i), at);
    }
    std::vector<Tensor> results = context.runRegion(0, operands);
    for (std::size_t i = 0; i < carried; ++i) operands[i] = std::move(results[i]);
    for (std::size_t i = carried; i < results.size(); ++i) {
      putSlice(stacked[i - carried], at, results[i]);
    }
  }
  operands.resize(carried);
  operands.insert(operands.end(), stacked.begin(), stacked.end());
  context.results = std::move(operands);
}

}  // namespace

extern const OpDef scanDef;
const OpDef scanDef = {Op::scan, inferScan, evaluateScan};

}  // namespace mcc
