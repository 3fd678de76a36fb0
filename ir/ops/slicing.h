// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds and layouts of slice, insert_slice, as_strided and insert_strided.
#pragma once
#include "ir/op_def.h"
#include "ir/ops/strided.h"

namespace mcc {

// Error unless `sizes` elements from attribute `starts` on, attribute `steps` apart, lie within
// `whole`, as far as the sizes are constant.
void checkSlice(const OpView& view, const Shape& whole, const std::vector<Dim>& sizes);

// Where the slice lies in a dense tensor of shape `whole`. Error when it leaves it.
Layout sliceLayout(const EvalContext& context, const Sizes& whole, const Sizes& sizes);

// Error unless elements `offset + sum(i[d] * strides[d])` lie within `count`, as far as constant.
void checkStrided(const OpView& view, const Shape& shape, const Dim& count);

// Attributes offset and strides. Error when a block of `shape` leaves `count` elements.
Layout stridedLayout(const EvalContext& context, const Sizes& shape, std::int64_t count);

}  // namespace mcc
