// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common subexpression elimination: of nodes that compute the same from the same operands, the
// first stays and the others' users read its results. Nodes with regions or effects stay.
#pragma once
#include "ir/module.h"

namespace mcc {

void mergeEqual(Module& module);

}  // namespace mcc
