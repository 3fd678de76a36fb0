// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// adaptive_max_pool: largest element of windows that divide the input evenly, and its position.
#include "ir/ops/adaptive.h"
#include "ir/ops/checks.h"
#include "ir/ops/extreme.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/windows.h"

namespace mcc {
namespace {

std::vector<TensorType> inferAdaptiveMaxPool(const OpView& view) {
  requireReal(view, 0);
  const Shape shape = adaptiveShape(view);
  return {{view.input(0).dtype, shape, std::nullopt}, {DType::i64, shape, std::nullopt}};
}

void evaluateAdaptiveMaxPool(EvalContext& context) {
  const Tensor& x = context.in(0);
  Tensor values = context.make(0);
  Tensor indices = context.make(1);
  const AdaptiveGrid grid(spatialSizes(x.shape()), spatialSizes(values.shape()));
  const std::int64_t channels = x.shape().back();
  std::int64_t out = 0;
  for (std::int64_t image = 0; image < x.dim(0); ++image) {
    for (std::int64_t p = 0; p < grid.positions(); ++p) {
      for (std::int64_t c = 0; c < channels; ++c, ++out) {
        Extreme<double> best = lowestOf<double>(x.dtype());
        grid.forEachElement(p, [&](std::int64_t at) {
          best.offer(x.real((image * grid.planeSize() + at) * channels + c), at);
        });
        setExtreme(values, indices, out, best);
      }
    }
  }
  context.results = {std::move(values), std::move(indices)};
}

}  // namespace

extern const OpDef adaptive_max_poolDef;
const OpDef adaptive_max_poolDef = {Op::adaptive_max_pool, inferAdaptiveMaxPool,
                                    evaluateAdaptiveMaxPool, lowerAdaptiveMaxPool};

}  // namespace mcc
