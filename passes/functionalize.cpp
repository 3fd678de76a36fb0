// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass: see functionalize.h.
#include "passes/functionalize.h"

#include "ir/schemas.h"
#include "passes/functionalize/settle_state.h"

namespace mcc {

void functionalize(Module& module) {
  for (const NodeId id : module.graph.order()) {
    const Node& node = module.graph[id];
    const auto schema = findSchema(node.target);
    if (schema == nullptr || !schema->mutates()) continue;
    throw Error(node.target + ": writing in place is not supported", {}, node.origin);
  }
  settleState(module);
}

}  // namespace mcc
