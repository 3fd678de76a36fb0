// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which lanes of a vector a load, a store or a functor is about, and compile-time loops over tiles.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace mcc::rt {

/// All lanes of a vector.
struct AllLanes {};

/// The first `count` lanes, 0 <= count <= kLanes. Memory behind the other lanes is never touched:
/// they load as zero and are not stored.
struct SomeLanes {
  std::int64_t count;
};

template <class Body, int... I>
[[gnu::always_inline]] constexpr void unrollEach(std::integer_sequence<int, I...>, Body& body) {
  (body(std::integral_constant<int, I>{}), ...);
}

/// Calls body(0), body(1) ... body(Count - 1) with compile-time indices. Register tiles are written
/// with it: their accumulators then live in registers at every optimisation level, which plain
/// loops over arrays of vectors do not guarantee.
template <int Count, class Body>
[[gnu::always_inline]] constexpr void unroll(Body&& body) {
  unrollEach(std::make_integer_sequence<int, Count>{}, body);
}

}  // namespace mcc::rt
