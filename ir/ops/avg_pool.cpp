// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// avg_pool: mean of each window. A window without any element to count gives 0.
#include "ir/ops/checks.h"
#include "ir/ops/epilogue.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/widened.h"
#include "ir/ops/windows.h"

namespace mcc {
namespace {

std::vector<TensorType> inferAvgPool(const OpView& view) {
  const TensorType& x = view.input(0);
  require(view, isFloat(x.dtype) || isInteger(x.dtype),
          std::string("is not defined for ") + name(x.dtype));
  const Windows windows = windowsOf(view.attributes(), view.attributes().integers("kernel"));
  const Shape shape = windowedShape(view, x, windows, x.shape.back());
  for (const char* counted : {"count_pad_low", "count_pad_high"}) {
    require(view, view.attributes().integers(counted).size() == windows.kernel.size(),
            std::string(counted) + " needs an entry per spatial dimension");
  }
  view.attributes().integer("divisor");
  const DType dtype = requireWidening(view);
  return inferEpilogue(view, {dtype, shape, std::nullopt}, 1);
}

// sum / count, in two's complement for integers (rounding towards zero).
double divide(double sum, std::int64_t count) {
  return sum / static_cast<double>(count);
}
std::uint64_t divide(std::uint64_t sum, std::int64_t count) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(sum) / count);
}

template <class T>
void pool(EvalContext& context, const WindowGrid& grid, Tensor& result) {
  const Tensor& x = context.in(0);
  const std::int64_t channels = x.shape().back();
  const std::int64_t plane = grid.planeSize() * channels;
  const Sizes low = context.integers("count_pad_low");
  const Sizes high = context.integers("count_pad_high");
  const std::int64_t divisor = context.integer("divisor");
  const std::vector<T> values = shiftedElements<T>(context);
  std::vector<T> means;
  for (std::int64_t image = 0; image < x.dim(0); ++image) {
    for (std::int64_t p = 0; p < grid.positions(); ++p) {
      const std::int64_t count = divisor != 0 ? divisor : grid.clippedSize(p, low, high);
      for (std::int64_t c = 0; c < channels; ++c) {
        T sum = 0;
        const T* first = values.data() + image * plane + c;
        grid.forEachTap(p, [&](std::int64_t, std::int64_t at) {
          if (at >= 0) sum += first[at * channels];
        });
        means.push_back(count == 0 ? T{0} : divide(sum, count));
      }
    }
  }
  setElements(result, means);
}

void evaluateAvgPool(EvalContext& context) {
  const DType dtype = widenedType(context.node, context.in(0).dtype());
  Tensor result(dtype, context.shapeOf(0));
  const Windows windows = windowsOf(context.node.attributes, context.integers("kernel"));
  const WindowGrid grid(spatialSizes(context.in(0).shape()), spatialSizes(result.shape()), windows);
  if (isFloat(result.dtype())) {
    pool<double>(context, grid, result);
  } else {
    pool<std::uint64_t>(context, grid, result);
  }
  evaluateEpilogue(context, std::move(result), 1);
}

}  // namespace

extern const OpDef avg_poolDef;
const OpDef avg_poolDef = {Op::avg_pool, inferAvgPool, evaluateAvgPool, lowerAvgPool};

}  // namespace mcc
