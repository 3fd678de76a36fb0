// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows of adaptive pooling: output i of `size` covers [floor(i*n/size), ceil((i+1)*n/size)).
#pragma once
#include <array>

#include "ir/op_def.h"

namespace mcc {

// [N, size..., C]; checks that x has 1 to 3 spatial dimensions, none of them empty where the result
// is not.
Shape adaptiveShape(const OpView& view);

class AdaptiveGrid {
 public:
  AdaptiveGrid(const Sizes& plane, const Sizes& outer);

  std::int64_t positions() const { return outer_[0] * outer_[1] * outer_[2]; }
  std::int64_t planeSize() const { return plane_[0] * plane_[1] * plane_[2]; }

  // Calls visit(flat position in the plane) for every element of a window.
  template <class Visit>
  void forEachElement(std::int64_t position, Visit visit) const {
    const Span a = span(position / (outer_[1] * outer_[2]), 0);
    const Span b = span(position / outer_[2] % outer_[1], 1);
    const Span c = span(position % outer_[2], 2);
    for (std::int64_t i = a.first; i < a.last; ++i) {
      for (std::int64_t j = b.first; j < b.last; ++j) {
        for (std::int64_t k = c.first; k < c.last; ++k) {
          visit((i * plane_[1] + j) * plane_[2] + k);
        }
      }
    }
  }

 private:
  struct Span {
    std::int64_t first, last;
  };
  Span span(std::int64_t i, std::size_t axis) const {
    const std::int64_t n = plane_[axis];
    const std::int64_t size = outer_[axis];
    return {i * n / size, ((i + 1) * n + size - 1) / size};
  }
  std::array<std::int64_t, 3> plane_, outer_;
};

}  // namespace mcc
