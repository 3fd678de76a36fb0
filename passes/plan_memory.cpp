// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lifetimes, then placement.
#include "passes/plan_memory.h"

#include "passes/plan_memory/lifetimes.h"
#include "passes/plan_memory/place.h"

namespace mcc {

void planMemory(Program& program) {
  std::vector<Block> blocks = blocksOf(program, Program::kArenaAlign);
  program.arenaLowerBound = lowerBound(blocks);
  program.arenaBytes = placeBlocks(blocks);
  for (const Block& block : blocks) {
    for (const BufferId id : block.buffers) program.buffers[id].arenaOffset = block.offset;
  }
}

}  // namespace mcc
