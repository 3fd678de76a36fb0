// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// conv_transpose: the adjoint of conv: every input element spreads over a window of the result.
#include <Eigen/Core>

#include "ir/ops/checks.h"
#include "ir/ops/epilogue.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/numeric.h"
#include "ir/ops/windows.h"

namespace mcc {
namespace {

Shape resultShape(const OpView& view, const TensorType& x, const Windows& windows,
                  const Dim& channels) {
  const Sizes extra = view.attributes().integers("output_padding");
  require(view, extra.size() == windows.kernel.size(),
          "output_padding needs an entry per spatial dimension");
  Shape shape = {x.shape[0]};
  for (std::size_t d = 0; d < extra.size(); ++d) {
    require(view, extra[d] >= 0 && (extra[d] < windows.stride[d] || extra[d] < windows.dilation[d]),
            "output_padding must be smaller than stride or dilation");
    const Dim size = (x.shape[d + 1] - Dim(1)) * Dim(windows.stride[d]) - Dim(windows.low[d]) -
                     Dim(windows.high[d]) + Dim(windows.dilation[d] * (windows.kernel[d] - 1)) +
                     Dim(extra[d] + 1);
    require(view, !size.isConstant() || size.constant() >= 0, "the output size is negative");
    shape.push_back(size);
  }
  shape.push_back(channels);
  return shape;
}

std::vector<TensorType> inferConvTranspose(const OpView& view) {
  const TensorType& x = view.input(0);
  const TensorType& weight = view.input(1);
  require(view, domain(x.dtype) != Domain::boolean, "is not defined for bool");
  requireDTypeOfFirst(view, 1, 2);
  requireRank(view, 1, x.rank(), x.rank(), "the weight of a conv_transpose over " + text(x.shape));
  const std::int64_t groups = view.attributes().integer("groups");
  require(view, groups >= 1, "groups must be positive");
  requireSize(view, x.shape.back(), weight.shape[0], "number of input channels");
  const Dim inputs = weight.shape[0];
  require(
      view, !inputs.isConstant() || inputs.constant() % groups == 0,
      inputs.text() + " input channels don't divide into " + std::to_string(groups) + " groups");
  const Dim outputs = weight.shape.back() * Dim(groups);
  requireVector(view, 2, outputs, "the bias");
  const Windows windows = convWindows(view.node, weight.shape);
  requireWindows(view, x, windows);
  TensorType result{x.dtype, resultShape(view, x, windows, outputs), std::nullopt};
  return inferEpilogue(view, std::move(result), 3);
}

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct TransposeExtents {
  std::int64_t batch, channels, groupChannels, outputs, groupOutputs, groups;
};

// `grid` has x's plane as its positions and slides over the result's plane.
template <class T>
std::vector<T> spread(const std::vector<T>& x, const std::vector<T>& weight, const WindowGrid& grid,
                      const TransposeExtents& n) {
  const std::int64_t width = grid.taps() * n.groupOutputs;
  std::vector<T> result(static_cast<std::size_t>(n.batch * grid.planeSize() * n.outputs));
  for (std::int64_t job = 0; job < n.batch * n.groups; ++job) {
    const std::int64_t image = job / n.groups;
    const std::int64_t group = job % n.groups;
    const Eigen::Map<const Matrix<T>> in(x.data() + image * grid.positions() * n.channels,
                                         grid.positions(), n.channels);
    const Eigen::Map<const Matrix<T>> taps(weight.data() + group * n.groupChannels * width,
                                           n.groupChannels, width);
    const Matrix<T> columns = in.middleCols(group * n.groupChannels, n.groupChannels) * taps;
    T* out = result.data() + image * grid.planeSize() * n.outputs + group * n.groupOutputs;
    for (std::int64_t row = 0; row < grid.positions(); ++row) {
      grid.forEachTap(row, [&](std::int64_t tap, std::int64_t at) {
        for (std::int64_t c = 0; at >= 0 && c < n.groupOutputs; ++c) {
          out[at * n.outputs + c] += columns(row, tap * n.groupOutputs + c);
        }
      });
    }
  }
  return result;
}

void evaluateConvTranspose(EvalContext& context) {
  const Tensor& x = context.in(0);
  const Tensor& weight = context.in(1);
  const Sizes shape = context.shapeOf(0);
  const std::int64_t groups = context.integer("groups");
  const TransposeExtents n = {x.dim(0),     x.shape().back(),      x.shape().back() / groups,
                              shape.back(), weight.shape().back(), groups};
  const Windows windows = convWindows(context.node, weight.type().shape);
  const WindowGrid grid(spatialSizes(shape), spatialSizes(x.shape()), windows);
  Tensor result(x.dtype(), shape);
  withArithmetic(x.dtype(), [&]<class T>(T) {
    std::vector<T> sums = spread(elementsOf<T>(x), elementsOf<T>(weight), grid, n);
    if (context.has(2)) addToRows(sums, elementsOf<T>(context.in(2)));
    setElements(result, sums);
  });
  evaluateEpilogue(context, std::move(result), 3);
}

}  // namespace

extern const OpDef conv_transposeDef;
const OpDef conv_transposeDef = {Op::conv_transpose, inferConvTranspose, evaluateConvTranspose,
                                 lowerConvTranspose};

}  // namespace mcc
