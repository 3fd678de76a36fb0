// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// adaptive_avg_pool: mean of windows that divide the input evenly.
#include "ir/ops/adaptive.h"
#include "ir/ops/checks.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/windows.h"

namespace mcc {
namespace {

std::vector<TensorType> inferAdaptiveAvgPool(const OpView& view) {
  requireReal(view, 0);
  return {{view.input(0).dtype, adaptiveShape(view), std::nullopt}};
}

void evaluateAdaptiveAvgPool(EvalContext& context) {
  const Tensor& x = context.in(0);
  Tensor result = context.make(0);
  const AdaptiveGrid grid(spatialSizes(x.shape()), spatialSizes(result.shape()));
  const std::int64_t channels = x.shape().back();
  std::int64_t out = 0;
  for (std::int64_t image = 0; image < x.dim(0); ++image) {
    for (std::int64_t p = 0; p < grid.positions(); ++p) {
      for (std::int64_t c = 0; c < channels; ++c, ++out) {
        double sum = 0;
        std::int64_t count = 0;
        grid.forEachElement(p, [&](std::int64_t at) {
          sum += x.real((image * grid.planeSize() + at) * channels + c);
          ++count;
        });
        result.setReal(out, sum / static_cast<double>(count));
      }
    }
  }
  context.results = {std::move(result)};
}

}  // namespace

extern const OpDef adaptive_avg_poolDef;
const OpDef adaptive_avg_poolDef = {Op::adaptive_avg_pool, inferAdaptiveAvgPool,
                                    evaluateAdaptiveAvgPool, lowerAdaptiveAvgPool};

}  // namespace mcc
