// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that a module is well formed: after reading, after every pass, after parsing text.
#pragma once
#include "ir/module.h"

namespace mcc {

// Stages of the pipeline; each allows fewer operators than the one before.
//   imported: Op::aten nodes and regions of them.  core: no Op::aten.
enum class Stage : std::uint8_t { imported, core };

// Operands are defined before use, handles and operand references ($k) are in range, types are what
// infer() says (symbolic sizes that can't be shown different count as equal), regions are closed,
// outputs of kind state and mutation belong to such inputs, the stage's legality holds. Symbols are
// declared; in the core stage those that come from nodes have their value before they are used.
// Throws InternalError naming the node otherwise.
void verify(const Module& module, Stage stage);

}  // namespace mcc
