// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// aten: a node of the exported program before decomposition; its result types are the recorded
// ones.
#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {
namespace {

std::vector<TensorType> inferAten(const OpView& view) {
  throw InternalError("types of " + view.node.target + " come from the file, not from inference");
}

}  // namespace

extern const OpDef atenDef;
const OpDef atenDef = {Op::aten, inferAten, nullptr};

}  // namespace mcc
