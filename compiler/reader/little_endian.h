// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers as zip and other containers store them, whatever the machine's own order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace mcc {

// The little-endian integer at offset `at`. Precondition: at + sizeof(T) <= bytes.size().
template <class T>
T readLittle(std::span<const std::byte> bytes, std::uint64_t at) {
  T value = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) {
    value = static_cast<T>(static_cast<std::uint64_t>(value) << 8 |
                           std::to_integer<std::uint64_t>(bytes[at + i]));
  }
  return value;
}

}  // namespace mcc
