// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strided views made dense.
#include "compiler/reader/strided_copy.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "ir/diagnostics.h"

namespace mcc {
namespace {

bool multiply(std::int64_t a, std::int64_t b, std::int64_t& product) {
  return !__builtin_mul_overflow(a, b, &product);
}
bool add(std::int64_t a, std::int64_t b, std::int64_t& sum) {
  return !__builtin_add_overflow(a, b, &sum);
}

template <std::size_t kBytes>
void copyItems(const StridedView& view, const std::byte* storage, std::byte* out) {
  using Item = std::array<std::byte, kBytes>;
  const std::size_t rank = view.sizes.size();
  const std::int64_t inner = rank == 0 ? 1 : view.sizes.back();
  const std::int64_t step = rank == 0 ? 0 : view.strides.back();
  std::vector<std::int64_t> index(rank, 0);
  std::int64_t at = view.offset;
  for (;;) {
    for (std::int64_t i = 0; i < inner; ++i) {
      std::memcpy(out, storage + static_cast<std::size_t>(at + i * step) * kBytes, sizeof(Item));
      out += kBytes;
    }
    std::size_t d = rank == 0 ? 0 : rank - 1;
    for (; d > 0; --d) {  // counts up the outer dimensions, the innermost of them first
      at += view.strides[d - 1];
      if (++index[d - 1] < view.sizes[d - 1]) break;
      at -= view.strides[d - 1] * view.sizes[d - 1];
      index[d - 1] = 0;
    }
    if (d == 0) return;
  }
}

}  // namespace

std::optional<std::int64_t> elementCount(const std::vector<std::int64_t>& sizes) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) {
    if (!multiply(count, size, count)) return std::nullopt;
  }
  return count;
}

std::optional<std::int64_t> reachOf(const StridedView& view) {
  if (view.sizes.size() != view.strides.size() || view.offset < 0) return std::nullopt;
  const auto isNegative = [](std::int64_t value) { return value < 0; };
  if (std::any_of(view.sizes.begin(), view.sizes.end(), isNegative)) return std::nullopt;
  if (std::any_of(view.strides.begin(), view.strides.end(), isNegative)) return std::nullopt;
  const auto count = elementCount(view.sizes);
  if (!count) return std::nullopt;
  if (*count == 0) return 0;
  std::int64_t last = view.offset;
  for (std::size_t d = 0; d < view.sizes.size(); ++d) {
    std::int64_t span = 0;
    if (!multiply(view.sizes[d] - 1, view.strides[d], span) || !add(last, span, last)) {
      return std::nullopt;
    }
  }
  std::int64_t reach = 0;
  return add(last, 1, reach) ? std::optional(reach) : std::nullopt;
}

bool isDense(const StridedView& view) {
  std::int64_t expected = 1;
  for (std::size_t d = view.sizes.size(); d-- > 0;) {
    if (view.sizes[d] == 0) return true;
    if (view.sizes[d] != 1 && view.strides[d] != expected) return false;
    expected *= view.sizes[d];
  }
  return true;
}

void copyDense(const StridedView& view, std::span<const std::byte> storage, std::int64_t itemBytes,
               std::byte* out) {
  if (elementCount(view.sizes) == 0) return;
  switch (itemBytes) {
    case 1:
      return copyItems<1>(view, storage.data(), out);
    case 2:
      return copyItems<2>(view, storage.data(), out);
    case 4:
      return copyItems<4>(view, storage.data(), out);
    case 8:
      return copyItems<8>(view, storage.data(), out);
    case 16:
      return copyItems<16>(view, storage.data(), out);
    default:
      throw InternalError("no such element size");
  }
}

void swapBytes(std::span<std::byte> bytes, std::int64_t unitBytes) {
  const auto unit = static_cast<std::size_t>(unitBytes);
  if (unit == 1) return;
  for (std::size_t at = 0; at + unit <= bytes.size(); at += unit) {
    const auto piece = bytes.subspan(at, unit);
    std::reverse(piece.begin(), piece.end());
  }
}

}  // namespace mcc
