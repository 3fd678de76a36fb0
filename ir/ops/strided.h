// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copying between strided layouts: what every movement operator evaluates to.
#pragma once
#include "ir/tensor.h"

namespace mcc {

// Where the elements of a block lie in a flat buffer: element index `offset + sum(i[d] *
// strides[d])`. Strides may be 0 (repeats) or negative.
struct Layout {
  std::int64_t offset = 0;
  Sizes strides;
};

// to[i] = from[i] for every multi-index i of `shape`, in row-major order; elements are moved as
// bytes. Both layouts must stay within their tensors, which have one dtype.
void copyStrided(const Sizes& shape, const Tensor& from, const Layout& read, Tensor& to,
                 const Layout& write);

// `tensor` read through `layout` as a dense tensor of `shape`.
Tensor readStrided(const Tensor& tensor, const Sizes& shape, const Layout& layout);

// `tensor` stretched to `shape`, as NumPy's broadcast_to; itself when nothing changes.
Tensor broadcastTo(const Tensor& tensor, const Sizes& shape);

}  // namespace mcc
