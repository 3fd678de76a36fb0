// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of one byte, as tables.
#pragma once

#include <cstdint>

namespace mcc::rt {

/// out[i] = table[in[i]] for `count` bytes; the table has 256 entries, signed numbers in the order
/// of their bits: 0 .. 127, -128 .. -1.
template <class In, class Out>
[[gnu::noinline]] void lookup(std::int64_t count, Out* out, const Out* table, const In* in) {
  static_assert(sizeof(In) == 1, "a table of 256 entries");
  for (std::int64_t i = 0; i < count; ++i) out[i] = table[static_cast<std::uint8_t>(in[i])];
}

}  // namespace mcc::rt
