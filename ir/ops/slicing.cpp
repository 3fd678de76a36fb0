// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds and layouts of slices and strided views.
#include "ir/ops/slicing.h"

#include "ir/diagnostics.h"
#include "ir/ops/checks.h"

namespace mcc {

void checkSlice(const OpView& view, const Shape& whole, const std::vector<Dim>& sizes) {
  const auto rank = static_cast<std::int64_t>(whole.size());
  const std::vector<Dim> starts = dimsPerAxis(view, "starts", rank);
  dimsPerAxis(view, "steps", rank);
  const std::vector<std::int64_t> steps = view.attributes().integers("steps");
  for (std::size_t d = 0; d < whole.size(); ++d) {
    if (steps[d] < 1) fail(view, "step " + std::to_string(steps[d]) + " is less than 1");
    const Dim end = starts[d] + (sizes[d] - Dim(1)) * Dim(steps[d]) + Dim(1);
    const bool inside = canBeAtLeast(view, sizes[d], 0) && canBeAtLeast(view, starts[d], 0) &&
                        (sizes[d] == Dim(0) || canBeAtLeast(view, whole[d], end));
    if (!inside) {
      fail(view, sizes[d].text() + " elements from " + starts[d].text() +
                     " on leave a dimension of size " + whole[d].text());
    }
  }
}

Layout sliceLayout(const EvalContext& context, const Sizes& whole, const Sizes& sizes) {
  const Sizes starts = context.integers("starts"), steps = context.integers("steps");
  const Sizes strides = stridesOf(whole);
  Layout layout;
  for (std::size_t d = 0; d < whole.size(); ++d) {
    const bool inside = starts[d] >= 0 && sizes[d] >= 0 &&
                        (sizes[d] == 0 || starts[d] + (sizes[d] - 1) * steps[d] < whole[d]);
    if (!inside) throw Error("a slice leaves dimension " + std::to_string(d));
    layout.offset += starts[d] * strides[d];
    layout.strides.push_back(steps[d] * strides[d]);
  }
  return layout;
}

void checkStrided(const OpView& view, const Shape& shape, const Dim& count) {
  const std::vector<Dim> strides =
      dimsPerAxis(view, "strides", static_cast<std::int64_t>(shape.size()));
  const Dim& offset = view.attributes().dim("offset");
  Dim end = offset + Dim(1);
  bool inside = canBeAtLeast(view, offset, 0);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == Dim(0)) return;
    inside = inside && canBeAtLeast(view, shape[d], 0) && canBeAtLeast(view, strides[d], 0);
    end = end + (shape[d] - Dim(1)) * strides[d];
  }
  if (!inside || !canBeAtLeast(view, count, end)) {
    fail(view, "shape " + text(shape) + " with strides " + text(strides) + " and offset " +
                   view.attributes().dim("offset").text() + " leaves the " + count.text() +
                   " elements there are");
  }
}

Layout stridedLayout(const EvalContext& context, const Sizes& shape, std::int64_t count) {
  Layout layout{context.integer("offset"), context.integers("strides")};
  std::int64_t last = layout.offset;
  bool empty = false, negative = layout.offset < 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    empty = empty || shape[d] == 0;
    negative = negative || layout.strides[d] < 0;
    last += (shape[d] - 1) * layout.strides[d];
  }
  if (!empty && (negative || last >= count)) throw Error("a strided view leaves its tensor");
  return layout;
}

}  // namespace mcc
