// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lower: a module of core operators becomes a Program of buffers and kernel calls.
#pragma once
#include "ir/program.h"

namespace mcc {

// The module and the target must outlive the program. Error naming the node that has no kernel. The
// module gives its constants up: what is still needed of them, packed or as they are, is the
// program's.
// Results are written where they are wanted (outputs of the model, parts of a concat, results of a
// branch) as far as possible; what can't be is copied.
Program lower(Module& module, const Target& target);

}  // namespace mcc
