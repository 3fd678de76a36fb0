// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// max_pool: largest element of each window and where it stands.
#include "ir/ops/checks.h"
#include "ir/ops/extreme.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/windows.h"

namespace mcc {
namespace {

std::vector<TensorType> inferMaxPool(const OpView& view) {
  const TensorType& x = view.input(0);
  require(view, isFloat(x.dtype) || isInteger(x.dtype),
          std::string("is not defined for ") + name(x.dtype));
  const Windows windows = windowsOf(view.attributes(), view.attributes().integers("kernel"));
  const Shape shape = windowedShape(view, x, windows, x.shape.back());
  return {{x.dtype, shape, std::nullopt}, {DType::i64, shape, std::nullopt}};
}

template <class T>
void pool(EvalContext& context, const WindowGrid& grid, Tensor& values, Tensor& indices) {
  const Tensor& x = context.in(0);
  const std::int64_t channels = x.shape().back();
  const std::int64_t plane = grid.planeSize() * channels;
  std::int64_t out = 0;
  for (std::int64_t image = 0; image < x.dim(0); ++image) {
    for (std::int64_t p = 0; p < grid.positions(); ++p) {
      for (std::int64_t c = 0; c < channels; ++c, ++out) {
        Extreme<T> best = lowestOf<T>(x.dtype());
        grid.forEachTap(p, [&](std::int64_t, std::int64_t at) {
          if (at >= 0) best.offer(extremeElement<T>(x, image * plane + at * channels + c), at);
        });
        setExtreme(values, indices, out, best);
      }
    }
  }
}

void evaluateMaxPool(EvalContext& context) {
  const Sizes shape = context.shapeOf(0);
  const Windows windows = windowsOf(context.node.attributes, context.integers("kernel"));
  const WindowGrid grid(spatialSizes(context.in(0).shape()), spatialSizes(shape), windows);
  Tensor values = context.make(0);
  Tensor indices = context.make(1);
  if (isFloat(values.dtype())) {
    pool<double>(context, grid, values, indices);
  } else {
    pool<std::int64_t>(context, grid, values, indices);
  }
  context.results = {std::move(values), std::move(indices)};
}

}  // namespace

extern const OpDef max_poolDef;
const OpDef max_poolDef = {Op::max_pool, inferMaxPool, evaluateMaxPool, lowerMaxPool};

}  // namespace mcc
