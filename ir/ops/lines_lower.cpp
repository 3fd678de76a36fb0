// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of operators that walk along one dimension: running results, sort and topk.
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

std::size_t axisOf(const Lowering& lowering) {
  return static_cast<std::size_t>(lowering.node().attributes.integer("axis"));
}

Dim lineLength(const Lowering& lowering) {
  const Shape& shape = lowering.inputType(0).shape;
  return shape.empty() ? Dim(1) : shape[axisOf(lowering)];
}

Arg sizesOf(const Lowering& lowering) {
  const Shape& shape = lowering.inputType(0).shape;
  Dim outer = 1, inner = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d < axisOf(lowering)) outer = outer * shape[d];
    if (d > axisOf(lowering)) inner = inner * shape[d];
  }
  return Lowering::structure(
      "ReduceSizes", {Lowering::integer(outer, "outer"),
                      Lowering::integer(lineLength(lowering), "count"),
                      Lowering::integer(inner, "inner")});
}

// Below, insertion into a short list beats sorting whole lines.
constexpr std::int64_t kFewWanted = 64;

void lowerOrdered(Lowering& lowering, const Dim& wanted, bool descending, bool fewWanted) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const Dim room = fewWanted ? wanted : Dim(2) * lineLength(lowering);
  const Arg keys = Lowering::write(lowering.scratch(dtype, room));
  const Arg order = Lowering::write(lowering.scratch(DType::i64, room));
  lowering.call(fewWanted ? "selectLines" : "sortLines",
                {sizesOf(lowering), lowering.in(0), Lowering::integer(wanted), keys, order,
                 lowering.out(0), lowering.out(1)},
                {descending ? "true" : "false", cppType(dtype)}, "size");
}

}  // namespace

void lowerAccumulate(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const std::string running = dtype == DType::f32 ? "double" : cppType(dtype);
  const Op op = lowering.node().op;
  const std::string each = op == Op::cumsum    ? "AddEach<" + running + ">"
                           : op == Op::cumprod ? "MultiplyEach<" + running + ">"
                                               : "AddLogs";
  lowering.mayRunInPlace(0, 0);
  lowering.call("accumulate",
                {sizesOf(lowering), lowering.in(0), Lowering::write(lowering.result(0))}, {each});
}

void lowerAccumulateExtreme(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  lowering.call("accumulateExtreme",
                {sizesOf(lowering), lowering.in(0), lowering.out(0), lowering.out(1)},
                {lowering.node().op == Op::cummin ? "true" : "false", cppType(dtype)});
}

void lowerSort(Lowering& lowering) {
  lowerOrdered(lowering, lineLength(lowering), lowering.node().attributes.boolean("descending"),
               false);
}

void lowerKthSmallest(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const Dim length = lineLength(lowering);
  const Dim wanted = lowering.node().attributes.dim("k") - Dim(1);
  const Arg keys = Lowering::write(lowering.scratch(dtype, length));
  const Arg order = Lowering::write(lowering.scratch(DType::i64, length));
  lowering.call("kthLines",
                {sizesOf(lowering), lowering.in(0), Lowering::integer(wanted), keys, order,
                 lowering.out(0), lowering.out(1)},
                {cppType(dtype)}, "size");
}

void lowerTopk(Lowering& lowering) {
  const Dim& wanted = lowering.node().attributes.dim("k");
  const bool few = wanted.isConstant() && wanted.constant() <= kFewWanted;
  lowerOrdered(lowering, wanted, lowering.node().attributes.boolean("largest"), few);
}

}  // namespace mcc
