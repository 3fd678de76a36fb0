// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement of blocks with fixed lifetimes: dynamic storage allocation.
#pragma once
#include "passes/plan_memory/lifetimes.h"

namespace mcc {

// Sets the offsets so that blocks alive together don't overlap, and returns the bytes needed.
// Tries several orders of first-fit placement; when none meets the lower bound, searches orders by
// branch and bound over a bounded number of nodes (exact for small programs).
std::int64_t placeBlocks(std::vector<Block>& blocks);

}  // namespace mcc
