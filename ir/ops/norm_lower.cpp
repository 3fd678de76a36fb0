// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of softmax and the normalisations.
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

Dim productOf(const Shape& shape, std::size_t begin, std::size_t end) {
  Dim total = 1;
  for (std::size_t d = begin; d < end; ++d) total = total * shape[d];
  return total;
}

// Rows in front of the last `axes` dimensions.
Arg normSizes(const Lowering& lowering) {
  const Shape& shape = lowering.inputType(0).shape;
  const auto axes = static_cast<std::size_t>(lowering.node().attributes.integer("axes"));
  const std::size_t split = shape.size() - axes;
  return Lowering::structure("NormSizes",
                             {Lowering::integer(productOf(shape, 0, split), "rows"),
                              Lowering::integer(productOf(shape, split, shape.size()), "count")});
}

Arg epsilonOf(const Lowering& lowering) {
  return Lowering::literal(lowering.node().attributes.real("eps"), lowering.inputType(0).dtype);
}

}  // namespace

void lowerSoftmax(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const Shape& shape = lowering.inputType(0).shape;
  const auto axis = static_cast<std::size_t>(lowering.node().attributes.integer("axis"));
  const std::size_t end = shape.empty() ? 0 : axis + 1;
  const Arg sizes = Lowering::structure(
      "ReduceSizes", {Lowering::integer(productOf(shape, 0, axis), "outer"),
                      Lowering::integer(productOf(shape, axis, end), "count"),
                      Lowering::integer(productOf(shape, end, shape.size()), "inner")});
  lowering.mayRunInPlace(0, 0);
  lowering.call(dtype == DType::f32 ? "softmax" : "softmaxEach",
                {sizes, lowering.in(0), lowering.out(0)},
                {lowering.node().op == Op::log_softmax ? "true" : "false"});
}

void lowerLayerNorm(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const bool vector = dtype == DType::f32;
  lowering.call(vector ? "layerNorm" : "normEach",
                {normSizes(lowering), epsilonOf(lowering), lowering.in(0), lowering.in(1),
                 lowering.in(2), lowering.out(0), lowering.out(1), lowering.out(2)},
                vector ? std::vector<std::string>{}
                       : std::vector<std::string>{"false", cppType(dtype)});
}

void lowerRmsNorm(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  if (dtype == DType::f32) {
    lowering.call("rmsNorm", {normSizes(lowering), epsilonOf(lowering), lowering.in(0),
                              lowering.in(1), lowering.out(0)});
    return;
  }
  lowering.call("normEach",
                {normSizes(lowering), epsilonOf(lowering), lowering.in(0), lowering.in(1), Arg{},
                 lowering.out(0), Arg{}, Arg{}},
                {"true", cppType(dtype)});
}

void lowerGroupNorm(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const Shape& shape = lowering.inputType(0).shape;
  const Arg sizes = Lowering::structure(
      "GroupNormSizes",
      {Lowering::integer(shape.front(), "batch"),
       Lowering::integer(productOf(shape, 1, shape.size() - 1), "pixels"),
       Lowering::integer(shape.back(), "channels"),
       Lowering::integer(lowering.node().attributes.dim("groups"), "groups")});
  lowering.call("groupNorm",
                {sizes, epsilonOf(lowering), lowering.in(0), lowering.in(1), lowering.in(2),
                 lowering.out(0), lowering.out(1), lowering.out(2)},
                {cppType(dtype)});
}

}  // namespace mcc
