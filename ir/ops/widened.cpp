// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of widened sums.
#include "ir/ops/widened.h"

#include "ir/ops/checks.h"

namespace mcc {

DType widenedType(const Node& node, DType x) {
  return node.attributes.has("dtype") ? node.attributes.dtype("dtype") : x;
}

DType requireWidening(const OpView& view) {
  const DType x = view.input(0).dtype;
  if (!view.attributes().has("dtype")) {
    require(view, !view.attributes().has("zero_point"), "a zero point needs a dtype");
    return x;
  }
  const DType dtype = view.attributes().dtype("dtype");
  require(view, isInteger(x) && isInteger(dtype),
          std::string("can't sum ") + name(x) + " in " + name(dtype));
  return dtype;
}

DType requireProductTypes(const OpView& view) {
  const DType dtype = requireWidening(view);
  if (!view.attributes().has("dtype")) {
    requireDTypeOfFirst(view, 1, 2);
    return dtype;
  }
  require(view, isInteger(view.input(1).dtype),
          std::string("can't sum ") + name(view.input(1).dtype) + " in " + name(dtype));
  require(view, !view.has(2) || view.input(2).dtype == dtype,
          std::string("the bias must be ") + name(dtype));
  return dtype;
}

}  // namespace mcc
