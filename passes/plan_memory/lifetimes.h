// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When buffers are alive, on a linear clock of steps.
#pragma once
#include <vector>

#include "ir/program.h"

namespace mcc {

// One block of arena memory: one buffer, or several that share it (results computed in place).
struct Block {
  std::int64_t bytes = 0;          // a multiple of the alignment
  std::int64_t first = INT64_MAX;  // inclusive interval of clock ticks
  std::int64_t last = -1;
  std::int64_t offset = 0;
  std::vector<BufferId> buffers;
};

// The arena blocks of a program with their lifetimes. A buffer that a loop touches and that was
// there before it lives until the loop ends. Buffers nothing touches are left out.
std::vector<Block> blocksOf(const Program& program, std::int64_t alignment);

// The largest number of bytes alive at one tick: no plan needs less.
std::int64_t lowerBound(const std::vector<Block>& blocks);

}  // namespace mcc
