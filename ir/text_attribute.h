// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types, tensors and attributes as text: for dumps, and for passes that compare nodes.
#pragma once
#include <string>

#include "ir/attribute.h"
#include "ir/text.h"

namespace mcc::syntax {

std::string typeText(const TensorType& type);  // with its quantization
// "#<hash>" (put into the sidecar unless that is null), "f32[2]{1.0, 2.0}", or "#none" for null.
std::string tensorText(const TensorRef& tensor, Sidecar* sidecar);
std::string attributesText(const Attributes& attributes, Sidecar* sidecar);  // " {a = 1}" or ""

}  // namespace mcc::syntax
