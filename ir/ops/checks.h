// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that inference of several operators shares. All throw Error, naming the operator.
#pragma once
#include <string>
#include <vector>

#include "ir/op_def.h"

namespace mcc {

// Error "<operator>: <what>".
[[noreturn]] void fail(const OpView& view, const std::string& what);

// False only when the sizes are shown to differ, or a to be less than b: by a constant. What isn't
// shown either way is assumed, and said to be in OpView::assumed.
bool canBeEqual(const OpView& view, const Dim& a, const Dim& b);
bool canBeEqual(const OpView& view, const Shape& a, const Shape& b);
bool canBeAtLeast(const OpView& view, const Dim& a, const Dim& b);

// Error "<operator>: <what>" unless `holds`.
void require(const OpView& view, bool holds, const std::string& what);

void requireCount(const OpView& view, std::size_t least, std::size_t most);
void requireDType(const OpView& view, std::size_t operand, DType dtype);
void requireIndex(const OpView& view, std::size_t operand);      // i64 or i32
void requireSameDType(const OpView& view, std::size_t a, std::size_t b);
void requireShape(const OpView& view, std::size_t operand, const Shape& shape);
void requireReal(const OpView& view, std::size_t operand);  // floating point
// Operands first .. last, where present, have the element type of operand 0.
void requireDTypeOfFirst(const OpView& view, std::size_t first, std::size_t last);
// The same for sizes and shapes that messages call `what`.
void requireSize(const OpView& view, const Dim& got, const Dim& wanted, const std::string& what);
void requireShape(const OpView& view, const Shape& got, const Shape& wanted,
                  const std::string& what);
void requireRank(const OpView& view, std::size_t operand, std::int64_t least, std::int64_t most,
                 const std::string& what);
// Operand i, where present, is a vector of `size` elements.
void requireVector(const OpView& view, std::size_t operand, const Dim& size,
                   const std::string& what);
void requireRegions(const OpView& view, std::size_t count);

// Attribute `axis`, in [0, rank).
std::int64_t axisOf(const OpView& view, std::int64_t rank);
// Attribute `name` with one entry per dimension.
std::vector<Dim> dimsPerAxis(const OpView& view, const std::string& name, std::int64_t rank);

// Shape without the dimension, as it is when that dimension is reduced.
Shape without(const Shape& shape, std::int64_t axis);

}  // namespace mcc
