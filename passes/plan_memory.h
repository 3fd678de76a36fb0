// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// plan-memory: gives every arena buffer of a program its offset.
#pragma once
#include "ir/program.h"

namespace mcc {

// Sets arenaOffset of every arena buffer, arenaBytes and arenaLowerBound (the largest sum of
// buffers alive at one step). Sizes are the largest possible; offsets are multiples of
// Program::kArenaAlign. Buffers that are never alive at the same time share memory; results that
// may run in place lie over their operand when it dies there. Small programs are searched
// exhaustively.
void planMemory(Program& program);

}  // namespace mcc
