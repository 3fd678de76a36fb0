// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometry of sliding windows.
#include "ir/ops/windows.h"

#include <algorithm>

#include "ir/ops/checks.h"

namespace mcc {
namespace {

bool allAtLeast(const Sizes& values, std::int64_t low) {
  return std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v >= low; });
}

WindowGrid::Triple triple(const Sizes& sizes, std::int64_t fill) {
  WindowGrid::Triple out = {fill, fill, fill};
  std::copy(sizes.begin(), sizes.end(), out.end() - static_cast<std::ptrdiff_t>(sizes.size()));
  return out;
}

}  // namespace

Windows windowsOf(const Attributes& attributes, Sizes kernel) {
  Windows windows;
  windows.kernel = std::move(kernel);
  windows.stride = attributes.integers("stride");
  windows.dilation = attributes.has("dilation") ? attributes.integers("dilation")
                                                : Sizes(windows.kernel.size(), 1);
  windows.low = attributes.integers("pad_low");
  windows.high = attributes.integers("pad_high");
  return windows;
}

Windows convWindows(const Node& node, const Shape& weight) {
  Sizes kernel;
  for (std::size_t d = 1; d + 1 < weight.size(); ++d) {
    kernel.push_back(weight[d].asConstant().value_or(0));
  }
  return windowsOf(node.attributes, kernel);
}

void requireWindows(const OpView& view, const TensorType& x, const Windows& windows) {
  require(view, x.rank() >= 3 && x.rank() <= 5,
          "takes 1 to 3 spatial dimensions, not an input of shape " + text(x.shape));
  const std::size_t spatial = x.shape.size() - 2;
  for (const Sizes* list : {&windows.kernel, &windows.stride, &windows.dilation, &windows.low,
                            &windows.high}) {
    require(view, list->size() == spatial,
            "kernel, stride, dilation and padding need " + std::to_string(spatial) +
                " entries each for an input of shape " + text(x.shape));
  }
  require(view, allAtLeast(windows.kernel, 1), "kernel sizes must be positive constants");
  require(view, allAtLeast(windows.stride, 1), "strides must be positive");
  require(view, allAtLeast(windows.dilation, 1), "dilations must be positive");
}

Shape windowedShape(const OpView& view, const TensorType& x, const Windows& windows,
                    const Dim& channels) {
  requireWindows(view, x, windows);
  Shape shape = {x.shape[0]};
  for (std::size_t d = 0; d < windows.kernel.size(); ++d) {
    const Dim padded = x.shape[d + 1] + Dim(windows.low[d]) + Dim(windows.high[d]);
    const Dim reach = Dim(windows.dilation[d]) * Dim(windows.kernel[d] - 1) + Dim(1);
    const Dim room = padded - reach;
    require(view, canBeAtLeast(view, padded, reach),
            "a window of " + reach.text() + " elements is larger than the padded input of " +
                padded.text());
    shape.push_back(floorDiv(room, Dim(windows.stride[d])) + Dim(1));
  }
  shape.push_back(channels);
  return shape;
}

Sizes spatialSizes(const Sizes& shape) { return {shape.begin() + 1, shape.end() - 1}; }

WindowGrid::WindowGrid(const Sizes& plane, const Sizes& outer, const Windows& windows)
    : plane_(triple(plane, 1)),
      outer_(triple(outer, 1)),
      kernel_(triple(windows.kernel, 1)),
      stride_(triple(windows.stride, 1)),
      dilation_(triple(windows.dilation, 1)),
      low_(triple(windows.low, 0)) {}

WindowGrid::Triple WindowGrid::startOf(std::int64_t position) const {
  const Triple at = {position / (outer_[1] * outer_[2]), position / outer_[2] % outer_[1],
                     position % outer_[2]};
  return {at[0] * stride_[0] - low_[0], at[1] * stride_[1] - low_[1],
          at[2] * stride_[2] - low_[2]};
}

std::int64_t WindowGrid::clippedSize(std::int64_t position, const Sizes& low,
                                     const Sizes& high) const {
  const Triple start = startOf(position);
  const Triple extraLow = triple(low, 0);
  const Triple extraHigh = triple(high, 0);
  std::int64_t size = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::int64_t first = std::max(start[d], -extraLow[d]);
    const std::int64_t last = std::min(start[d] + kernel_[d], plane_[d] + extraHigh[d]);
    size *= std::max<std::int64_t>(last - first, 0);
  }
  return size;
}

}  // namespace mcc
