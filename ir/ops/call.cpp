// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call: a function the user provides. Its result types come from whoever makes the node, and only
// the generated program can run it.
#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {
namespace {

std::vector<TensorType> infer(const OpView& view) {
  throw InternalError("types of call " + view.node.target + " can't be inferred");
}

}  // namespace

extern const OpDef callDef;
const OpDef callDef = {Op::call, infer, nullptr};

}  // namespace mcc
