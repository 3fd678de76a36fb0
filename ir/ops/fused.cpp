// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fused: a pointwise graph computed in one loop.
#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {
namespace {

std::vector<TensorType> inferFused(const OpView& view) {
  const Graph& region = view.node.regions.at(0);
  if (region.inputs.size() != view.inputs.size() || region.outputs.size() != 1) {
    throw Error("the region of fused does not match its operands");
  }
  return {{region[region.outputs[0]].type.dtype, view.attributes().dims("shape"), std::nullopt}};
}

// The region broadcasts among its operands; the result may be larger still.
void evaluateFused(EvalContext& context) {
  const Tensor small = context.runRegion(0, context.inputs).at(0);
  Tensor result = context.make(0);
  if (small.shape() == result.shape()) {
    context.results = {small};
    return;
  }
  const Sizes strides = stridesOf(small.shape());
  const std::int64_t missing = result.rank() - small.rank();
  const std::int64_t width = byteSize(result.dtype());
  std::byte* out = result.mutableData();
  forEachIndex(result.shape(), [&](const Sizes& index) {
    std::int64_t from = 0;
    for (std::int64_t d = 0; d < small.rank(); ++d) {
      const auto at = static_cast<std::size_t>(d);
      if (small.dim(d) != 1) from += index[at + static_cast<std::size_t>(missing)] * strides[at];
    }
    std::copy_n(small.data() + from * width, width, out);
    out += width;
  });
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef fusedDef;
const OpDef fusedDef = {Op::fused, inferFused, evaluateFused, nullptr};

}  // namespace mcc
