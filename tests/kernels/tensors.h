// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seeded data and comparisons for the kernel tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace mcc::rt::testing {

/// Small numbers of both signs that repeat for the same seed.
inline std::vector<float> randomFloats(std::int64_t count, std::uint32_t seed) {
  std::vector<float> values(static_cast<std::size_t>(count));
  std::uint32_t state = seed * 2654435761U + 12345U;
  for (float& value : values) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<float>(static_cast<std::int32_t>(state >> 8) - (1 << 23)) / (1 << 22);
  }
  return values;
}

template <class T>
std::vector<T> randomIntegers(std::int64_t count, std::int64_t low, std::int64_t high,
                              std::uint32_t seed) {
  std::vector<T> values(static_cast<std::size_t>(count));
  std::uint32_t state = seed * 2654435761U + 777U;
  for (T& value : values) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<T>(low + static_cast<std::int64_t>(state >> 8) % (high - low + 1));
  }
  return values;
}

/// A buffer for `count` outputs between guards; reports whether anything beside it was written.
template <class T>
struct Guarded {
  static constexpr std::size_t kGuard = 64;
  std::vector<T> storage;

  explicit Guarded(std::int64_t count)
      : storage(static_cast<std::size_t>(count) + 2 * kGuard, static_cast<T>(77)) {}
  T* data() { return storage.data() + kGuard; }
  T operator[](std::int64_t i) const { return storage[kGuard + static_cast<std::size_t>(i)]; }
  bool intact() const {
    for (std::size_t i = 0; i < kGuard; ++i) {
      if (storage[i] != static_cast<T>(77)) return false;
      if (storage[storage.size() - 1 - i] != static_cast<T>(77)) return false;
    }
    return true;
  }
};

/// Whether `got` is near `expected`, relative to `scale` (what was summed up to get there).
inline bool near(double got, double expected, double scale = 1.0, double tolerance = 1e-5) {
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected)) return got == expected;
  return std::fabs(got - expected) <= tolerance * (scale + std::fabs(expected));
}

}  // namespace mcc::rt::testing
