// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometry of sliding windows over channels-last tensors [N, S..., C]: convolutions and pooling.
#pragma once
#include <array>

#include "ir/op_def.h"

namespace mcc {

// One entry per spatial dimension.
struct Windows {
  Sizes kernel, stride, dilation, low, high;
};

// Attributes stride, pad_low, pad_high and, where the operator has it, dilation (else 1).
Windows windowsOf(const Attributes& attributes, Sizes kernel);

// The same for a weight [.., K..., ..]: its kernel sizes must be constants.
Windows convWindows(const Node& node, const Shape& weight);

// Checks that x is channels-last with 1 to 3 spatial dimensions, that `windows` fits it and that
// strides, dilations and kernel sizes are positive.
void requireWindows(const OpView& view, const TensorType& x, const Windows& windows);

// [N, S'..., channels] for windows that slide over x; Error where a window is larger than the
// padded input.
Shape windowedShape(const OpView& view, const TensorType& x, const Windows& windows,
                    const Dim& channels);

// The spatial sizes of a constant [?, S..., ?] shape.
Sizes spatialSizes(const Sizes& shape);

// Windows over a plane, brought to three dimensions by leading ones.
class WindowGrid {
 public:
  using Triple = std::array<std::int64_t, 3>;

  // Windows of `outer` positions over a plane of size `plane`.
  WindowGrid(const Sizes& plane, const Sizes& outer, const Windows& windows);

  std::int64_t positions() const { return outer_[0] * outer_[1] * outer_[2]; }
  std::int64_t taps() const { return kernel_[0] * kernel_[1] * kernel_[2]; }
  std::int64_t planeSize() const { return plane_[0] * plane_[1] * plane_[2]; }

  // Calls visit(tap, flat position in the plane, or -1 in the padding) for every tap of a window.
  template <class Visit>
  void forEachTap(std::int64_t position, Visit visit) const {
    const Triple start = startOf(position);
    std::int64_t tap = 0;
    for (std::int64_t a = 0; a < kernel_[0]; ++a) {
      for (std::int64_t b = 0; b < kernel_[1]; ++b) {
        for (std::int64_t c = 0; c < kernel_[2]; ++c, ++tap) {
          visit(tap, flatten({start[0] + a * dilation_[0], start[1] + b * dilation_[1],
                              start[2] + c * dilation_[2]}));
        }
      }
    }
  }

  // Elements of a window that lie in the plane extended by `low` and `high` elements.
  std::int64_t clippedSize(std::int64_t position, const Sizes& low, const Sizes& high) const;

 private:
  Triple startOf(std::int64_t position) const;
  std::int64_t flatten(const Triple& at) const {
    for (std::size_t d = 0; d < 3; ++d) {
      if (at[d] < 0 || at[d] >= plane_[d]) return -1;
    }
    return (at[0] * plane_[1] + at[1]) * plane_[2] + at[2];
  }
  Triple plane_, outer_, kernel_, stride_, dilation_, low_;
};

}  // namespace mcc
