// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of pooling.
#include "ir/diagnostics.h"
#include "ir/ops/lowerings.h"
#include "ir/ops/window_args.h"

namespace mcc {
namespace {

Arg poolSizes(const Lowering& lowering) {
  const WindowSizes window = windowOf(lowering, lowering.node().attributes.dims("kernel"));
  return Lowering::structure(
      "PoolSizes", {windowArg(window), Lowering::integer(lowering.inputType(0).dim(0), "batch"),
                    Lowering::integer(lowering.inputType(0).dim(-1), "channels")});
}

std::vector<Dim> ledBy(const Dim& filler, std::vector<Dim> values) {
  values.insert(values.begin(), 3 - values.size(), filler);
  return values;
}

Arg adaptiveSizes(const Lowering& lowering) {
  const Shape& in = lowering.inputType(0).shape;
  const Shape& out = lowering.resultType(0).shape;
  return Lowering::structure(
      "AdaptiveSizes",
      {Lowering::list(ledBy(1, {in.begin() + 1, in.end() - 1}), "in"),
       Lowering::list(ledBy(1, {out.begin() + 1, out.end() - 1}), "out"),
       Lowering::integer(in.front(), "batch"), Lowering::integer(in.back(), "channels")});
}

// Sums of small integers, with an epilogue.
void lowerIntegerPool(Lowering& lowering) {
  const Attributes& attributes = lowering.node().attributes;
  if (attributes.dtype("dtype") != DType::i32 || attributes.dim("divisor") != Dim(1)) {
    throw Error("no kernel for this average of integers");
  }
  const Arg epilogue =
      lowering.node().regions.empty() ? Lowering::text("KeepSum{}") : lowering.epilogue(1);
  const Dim zero = attributes.has("zero_point") ? attributes.dim("zero_point") : Dim(0);
  lowering.call("sumPoolInteger", {poolSizes(lowering), Lowering::integer(zero, "zero"),
                                   lowering.in(0), lowering.out(0), epilogue});
}

}  // namespace

void lowerMaxPool(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  if (dtype == DType::f32 && !lowering.isUsed(1)) {
    lowering.call("maxPool", {poolSizes(lowering), lowering.in(0), lowering.out(0)});
    return;
  }
  lowering.call("maxPoolEach",
                {poolSizes(lowering), lowering.in(0), lowering.out(0), lowering.out(1)},
                {cppType(dtype)});
}

void lowerAvgPool(Lowering& lowering) {
  if (lowering.node().attributes.has("dtype")) return lowerIntegerPool(lowering);
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const Attributes& attributes = lowering.node().attributes;
  const Arg divisor = Lowering::structure(
      "PoolDivisor", {Lowering::integer(attributes.dim("divisor"), "divisor"),
                      Lowering::list(ledBy(0, attributes.dims("count_pad_low")), "low"),
                      Lowering::list(ledBy(0, attributes.dims("count_pad_high")), "high")});
  const bool vector = dtype == DType::f32;
  lowering.call(vector ? "avgPool" : "avgPoolEach",
                {poolSizes(lowering), divisor, lowering.in(0), lowering.out(0)},
                vector ? std::vector<std::string>{} : std::vector<std::string>{cppType(dtype)});
}

void lowerAdaptiveAvgPool(Lowering& lowering) {
  requireKernelType(lowering.inputType(0).dtype);
  lowering.call("adaptiveAvgPool", {adaptiveSizes(lowering), lowering.in(0), lowering.out(0)});
}

void lowerAdaptiveMaxPool(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  lowering.call("adaptiveMaxPool",
                {adaptiveSizes(lowering), lowering.in(0), lowering.out(0), lowering.out(1)},
                {cppType(dtype)});
}

}  // namespace mcc
