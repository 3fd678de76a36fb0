// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor as lines along one dimension: what arg, scan and sort operators walk through.
#pragma once
#include <cstddef>

#include "ir/tensor.h"

namespace mcc {

struct Lines {
  std::int64_t outer = 1, length = 1, inner = 1;

  Lines(const Sizes& shape, std::int64_t axis) : length(shape[static_cast<std::size_t>(axis)]) {
    const auto at = static_cast<std::size_t>(axis);
    for (std::size_t d = 0; d < at; ++d) outer *= shape[d];
    for (std::size_t d = at + 1; d < shape.size(); ++d) inner *= shape[d];
  }

  // Calls visit(line) for each line; element i of it is number at(line, i) of the tensor.
  template <class Visit>
  void forEach(Visit visit) const {
    for (std::int64_t line = 0; line < outer * inner; ++line) visit(line);
  }
  std::size_t at(std::int64_t line, std::int64_t i) const {
    return static_cast<std::size_t>((line / inner * length + i) * inner + line % inner);
  }
};

}  // namespace mcc
