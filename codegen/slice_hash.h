// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hash by which kernel_slices.inc remembers the headers it was made from. Shared by
// mcc-extract, which writes it, and the test that finds the table stale without needing LLVM.
#pragma once
#include <cstdint>
#include <string_view>

namespace mcc {

// FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv): guards against forgetting, not against
// malice.
constexpr std::uint64_t sliceHash(std::string_view content) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : content) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
  return hash;
}

}  // namespace mcc
