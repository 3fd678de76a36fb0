// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What quantize and dequantize share: scale and zero point, per tensor or along an axis.
#pragma once
#include "ir/op_def.h"

namespace mcc {

// Checks operands 1 (scale) and 2 (zero point, optional) against operand 0 and {axis}.
void requireAffine(const OpView& view);

// Which entry of scale and zero point belongs to element i of x.
class AffineChannel {
 public:
  explicit AffineChannel(const EvalContext& context);
  std::int64_t operator()(std::int64_t i) const { return i / inner_ % count_; }

 private:
  std::int64_t inner_ = 1;
  std::int64_t count_ = 1;
};

}  // namespace mcc
