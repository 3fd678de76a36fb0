// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of nonzero and unique, which give a symbol its value, and of searchsorted.
#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

// How many results there is room for: a result's buffer holds the symbol's largest value.
Arg capacity(const Lowering& lowering) {
  const Range range = lowering.bounds(Dim::symbol(lowering.node().attributes.string("symbol")));
  return Lowering::integer(range.bounded() ? Dim(range.max) : lowering.inputType(0).elementCount());
}

// A call whose result is the symbol.
void count(Lowering& lowering, std::string kernel, std::vector<std::string> templateArgs,
           std::vector<Arg> args) {
  Step step;
  step.kernel = std::move(kernel);
  step.templateArgs = std::move(templateArgs);
  step.args = std::move(args);
  step.symbol = lowering.node().attributes.string("symbol");
  step.title = name(lowering.node().op);
  lowering.emit(std::move(step));
}

}  // namespace

void lowerNonzero(Lowering& lowering) {
  requireKernelType(lowering.inputType(0).dtype);
  Shape sizes = lowering.inputType(0).shape;
  const bool isScalar = sizes.empty();  // has no coordinates, but counts
  if (isScalar) sizes = {Dim(1)};
  const Arg out = lowering.out(0);
  count(lowering, "nonzero", {std::to_string(sizes.size())},
        {lowering.in(0), Lowering::list(sizes), capacity(lowering),
         isScalar ? Arg{} : out});
}

void lowerUnique(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  const bool consecutive = lowering.node().attributes.boolean("consecutive");
  const Dim size = lowering.inputType(0).elementCount();
  const Dim room = Dim(consecutive ? 1 : 2) * size;
  const Arg keys = Lowering::write(lowering.scratch(dtype, room));
  const Arg order = Lowering::write(lowering.scratch(DType::i64, room));
  count(lowering, "unique", {consecutive ? "true" : "false", cppType(dtype)},
        {Lowering::integer(size), lowering.in(0), capacity(lowering), keys, order, lowering.out(0),
         lowering.out(1), lowering.out(2)});
}

void lowerSearchsorted(Lowering& lowering) {
  requireKernelType(lowering.inputType(0).dtype);
  const Shape& sorted = lowering.inputType(0).shape;
  const Shape& values = lowering.inputType(1).shape;
  const bool isShared = sorted.size() == 1;
  Dim rows = 1;
  for (std::size_t d = 0; d + 1 < sorted.size(); ++d) rows = rows * sorted[d];
  lowering.call("searchSorted",
                {Lowering::integer(rows), Lowering::integer(sorted.back()),
                 Lowering::integer(isShared ? product(values) : values.back()), lowering.in(0),
                 lowering.in(1), Lowering::write(lowering.result(0))},
                {lowering.node().attributes.boolean("right") ? "true" : "false"});
}

}  // namespace mcc
