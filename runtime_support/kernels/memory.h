// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Typed pointers into the arena and the weights, and plain copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mcc::rt {

/// The T that starts `offset` bytes into `base`, which is aligned for it.
template <class T>
T* at(std::byte* base, std::size_t offset) {
  return reinterpret_cast<T*>(base + offset);
}
template <class T>
const T* at(const std::byte* base, std::size_t offset) {
  return reinterpret_cast<const T*>(base + offset);
}

/// Copies `count` elements; the two may be the same place, but must not overlap otherwise.
template <class T>
void copy(const T* from, T* to, std::int64_t count) {
  if (from != to && count > 0) std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
}

/// Sets `count` elements to one value.
template <class T>
void fill(T* to, std::int64_t count, T value) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = value;
}

}  // namespace mcc::rt
