// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the channels of a pixel.
#pragma once

#include <cstdint>

#include "runtime_support/simd/active.h"

namespace mcc::rt {

/// Calls body(channel, lanes) for every vector of channels.
template <class Body>
void forEachVector(std::int64_t channels, Body&& body) {
  std::int64_t c = 0;
  for (; c + F32::kLanes <= channels; c += F32::kLanes) body(c, AllLanes{});
  if (c < channels) body(c, SomeLanes{channels - c});
}

}  // namespace mcc::rt
