// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// conv: cross-correlation of channels-last tensors, in groups.
#include <Eigen/Core>
#include <algorithm>

#include "ir/ops/checks.h"
#include "ir/ops/epilogue.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/widened.h"
#include "ir/ops/windows.h"

namespace mcc {
namespace {

std::vector<TensorType> inferConv(const OpView& view) {
  const TensorType& x = view.input(0);
  const TensorType& weight = view.input(1);
  require(view, domain(x.dtype) != Domain::boolean, "is not defined for bool");
  const DType dtype = requireProductTypes(view);
  requireRank(view, 1, x.rank(), x.rank(), "the weight of a conv over " + text(x.shape));
  const std::int64_t groups = view.attributes().integer("groups");
  require(view, groups >= 1, "groups must be positive");
  requireSize(view, x.shape.back(), weight.shape.back() * Dim(groups), "number of input channels");
  const Dim outputs = weight.shape[0];
  require(
      view, !outputs.isConstant() || outputs.constant() % groups == 0,
      outputs.text() + " output channels don't divide into " + std::to_string(groups) + " groups");
  requireVector(view, 2, outputs, "the bias");
  const Windows windows = convWindows(view.node, weight.shape);
  TensorType result{dtype, windowedShape(view, x, windows, outputs), std::nullopt};
  return inferEpilogue(view, std::move(result), 3);
}

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct ConvExtents {
  std::int64_t batch, channels, groupChannels, outputs, groupOutputs, groups;
};

// Rows of `columns`: windows first .. first + rows - 1 of one image and one group, side by side.
template <class T>
void gatherWindows(const WindowGrid& grid, const T* image, const ConvExtents& n, std::int64_t group,
                   std::int64_t first, Matrix<T>& columns) {
  columns.setZero();
  for (std::int64_t row = 0; row < columns.rows(); ++row) {
    grid.forEachTap(first + row, [&](std::int64_t tap, std::int64_t at) {
      if (at < 0) return;
      const T* source = image + at * n.channels + group * n.groupChannels;
      std::copy_n(source, n.groupChannels, &columns(row, tap * n.groupChannels));
    });
  }
}

template <class T>
std::vector<T> convolve(const std::vector<T>& x, const std::vector<T>& weight,
                        const WindowGrid& grid, const ConvExtents& n) {
  constexpr std::int64_t kRows = 1024;  // windows gathered at a time
  const std::int64_t depth = grid.taps() * n.groupChannels;
  std::vector<T> result(static_cast<std::size_t>(n.batch * grid.positions() * n.outputs));
  for (std::int64_t job = 0; job < n.batch * n.groups; ++job) {
    const std::int64_t image = job / n.groups;
    const std::int64_t group = job % n.groups;
    const Eigen::Map<const Matrix<T>> taps(weight.data() + group * n.groupOutputs * depth,
                                           n.groupOutputs, depth);
    Eigen::Map<Matrix<T>> out(result.data() + image * grid.positions() * n.outputs,
                              grid.positions(), n.outputs);
    for (std::int64_t first = 0; first < grid.positions(); first += kRows) {
      Matrix<T> columns(std::min(kRows, grid.positions() - first), depth);
      gatherWindows(grid, x.data() + image * grid.planeSize() * n.channels, n, group, first,
                    columns);
      out.block(first, group * n.groupOutputs, columns.rows(), n.groupOutputs).noalias() =
          columns * taps.transpose();
    }
  }
  return result;
}

void evaluateConv(EvalContext& context) {
  const Tensor& x = context.in(0);
  const Tensor& weight = context.in(1);
  const Sizes shape = context.shapeOf(0);
  const std::int64_t groups = context.integer("groups");
  const ConvExtents n = {x.dim(0),      x.shape().back(),       weight.shape().back(),
                         weight.dim(0), weight.dim(0) / groups, groups};
  const Windows windows = convWindows(context.node, weight.type().shape);
  const WindowGrid grid(spatialSizes(x.shape()), spatialSizes(shape), windows);
  Tensor result(widenedType(context.node, x.dtype()), shape);
  withArithmetic(x.dtype(), [&]<class T>(T) {
    std::vector<T> sums = convolve(shiftedElements<T>(context), elementsOf<T>(weight), grid, n);
    if (context.has(2)) addToRows(sums, elementsOf<T>(context.in(2)));
    setElements(result, sums);
  });
  evaluateEpilogue(context, std::move(result), 3);
}

}  // namespace

extern const OpDef convDef;
const OpDef convDef = {Op::conv, inferConv, evaluateConv, lowerConv};

}  // namespace mcc
