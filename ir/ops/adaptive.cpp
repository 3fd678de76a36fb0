// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows of adaptive pooling.
#include "ir/ops/adaptive.h"

#include <algorithm>

#include "ir/ops/checks.h"

namespace mcc {

Shape adaptiveShape(const OpView& view) {
  const TensorType& x = view.input(0);
  require(view, x.rank() >= 3 && x.rank() <= 5,
          "takes 1 to 3 spatial dimensions, not an input of shape " + text(x.shape));
  const std::vector<Dim> size = view.attributes().dims("size");
  require(view, size.size() == x.shape.size() - 2,
          "output size " + text(size) + " does not fit an input of shape " + text(x.shape));
  Shape shape = {x.shape[0]};
  for (std::size_t d = 0; d < size.size(); ++d) {
    require(view, canBeAtLeast(view, size[d], 0), "negative output size");
    require(view, x.shape[d + 1] != Dim(0) || size[d] == Dim(0),
            "the spatial dimensions of the input are empty");
    shape.push_back(size[d]);
  }
  shape.push_back(x.shape.back());
  return shape;
}

AdaptiveGrid::AdaptiveGrid(const Sizes& plane, const Sizes& outer)
    : plane_{1, 1, 1}, outer_{1, 1, 1} {
  std::copy(plane.rbegin(), plane.rend(), plane_.rbegin());
  std::copy(outer.rbegin(), outer.rend(), outer_.rbegin());
}

}  // namespace mcc
