// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views into a storage by sizes and strides: do they fit, are they dense, copy them densely.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mcc {

// A view: element (i0, i1, ...) lies at offset + sum of ik * strides[k], counted in elements.
struct StridedView {
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;
  std::int64_t offset = 0;
};

// Number of elements of a storage that the view reaches: 0 for an empty view, nothing when a size,
// stride or the offset is negative, the ranks differ, or the number leaves int64.
std::optional<std::int64_t> reachOf(const StridedView& view);

// Product of the sizes; nothing when it leaves int64.
std::optional<std::int64_t> elementCount(const std::vector<std::int64_t>& sizes);

// Whether the elements follow one another in row-major order.
bool isDense(const StridedView& view);

// Copies the view's elements to `out` in row-major order. Precondition: reachOf(view) elements of
// `itemBytes` (1, 2, 4, 8 or 16) lie in `storage`, and `out` has room for all.
void copyDense(const StridedView& view, std::span<const std::byte> storage, std::int64_t itemBytes,
               std::byte* out);

// Reverses the bytes of each unit.
void swapBytes(std::span<std::byte> bytes, std::int64_t unitBytes);

}  // namespace mcc
