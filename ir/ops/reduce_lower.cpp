// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of the reductions. Reduced axes that are not neighbours take one call per run of
// them, from the last to the first.
#include <algorithm>

#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

// A run of reduced dimensions [begin, end).
struct Run {
  std::size_t begin, end;
};

std::vector<Run> runsOf(const std::vector<std::int64_t>& axes) {
  std::vector<Run> runs;
  for (const std::int64_t axis : axes) {
    const auto at = static_cast<std::size_t>(axis);
    if (!runs.empty() && runs.back().end == at) {
      ++runs.back().end;
    } else {
      runs.push_back({at, at + 1});
    }
  }
  return runs;
}

Dim productOf(const Shape& shape, std::size_t begin, std::size_t end) {
  Dim total = 1;
  for (std::size_t d = begin; d < end; ++d) total = total * shape[d];
  return total;
}

Arg sizesOf(const Shape& shape, Run run) {
  return Lowering::structure("ReduceSizes",
                             {Lowering::integer(productOf(shape, 0, run.begin), "outer"),
                              Lowering::integer(productOf(shape, run.begin, run.end), "count"),
                              Lowering::integer(productOf(shape, run.end, shape.size()), "inner")});
}

struct Names {
  Op op;
  const char* lanes;  // of f32; empty: element by element
  const char* each;
  bool isTemplate;  // of the element type
};

constexpr Names kNames[] = {
    {Op::reduce_sum, "AddLanes", "AddEach", true}, {Op::reduce_prod, "", "MultiplyEach", true},
    {Op::reduce_max, "MaxLanes", "MaxEach", true}, {Op::reduce_min, "MinLanes", "MinEach", true},
    {Op::reduce_any, "", "AnyEach", false},        {Op::reduce_all, "", "AllEach", false},
};

}  // namespace

void lowerReduce(Lowering& lowering) {
  const Op op = lowering.node().op;
  const Names& names = *std::find_if(std::begin(kNames), std::end(kNames),
                                     [&](const Names& row) { return row.op == op; });
  const DType dtype = lowering.inputType(0).dtype;
  requireKernelType(dtype);
  Shape shape = lowering.inputType(0).shape;
  std::vector<Run> runs = runsOf(lowering.node().attributes.integers("axes"));
  if (runs.empty()) runs.push_back({0, 0});  // nothing to reduce: a copy
  BufferId from = lowering.input(0);
  while (!runs.empty()) {
    const Run run = runs.back();
    runs.pop_back();
    const Arg sizes = sizesOf(shape, run);
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(run.begin),
                shape.begin() + static_cast<std::ptrdiff_t>(run.end));
    const BufferId to = runs.empty() ? lowering.result(0) : lowering.scratch(dtype, product(shape));
    const bool vector = dtype == DType::f32 && names.lanes[0] != '\0';
    const std::string each = names.isTemplate ? std::string(names.each) + "<" + cppType(dtype) + ">"
                                              : std::string(names.each);
    lowering.call(vector ? "reduce" : "reduceEach",
                  {sizes, Lowering::read(from), Lowering::write(to)},
                  {vector ? names.lanes : each});
    from = to;
  }
}

void lowerArgExtreme(Lowering& lowering) {
  requireKernelType(lowering.inputType(0).dtype);
  const auto axis = static_cast<std::size_t>(lowering.node().attributes.integer("axis"));
  const Shape& shape = lowering.inputType(0).shape;
  const Run run = shape.empty() ? Run{0, 0} : Run{axis, axis + 1};
  lowering.call("argExtreme", {sizesOf(shape, run), lowering.in(0), lowering.out(0)},
                {lowering.node().op == Op::argmin ? "true" : "false"});
}

}  // namespace mcc
