// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stand-in for operators whose definition is not written yet.
#pragma once
#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {

inline std::vector<TensorType> inferUnsupported(const OpView& view) {
  throw Error(std::string("operator ") + name(view.node.op) + " is not implemented yet");
}

}  // namespace mcc
