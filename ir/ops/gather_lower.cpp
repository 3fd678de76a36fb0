// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel calls of gather and scatter.
#include <algorithm>

#include "ir/ops/lowerings.h"

namespace mcc {
namespace {

// An index tensor beside the tensor it addresses along `axis`: what GatherShape has, with
// neighbouring dimensions merged that both walk as one.
struct Gathered {
  Shape sizes;
  std::vector<Dim> strides;
  Dim stride = 1;
};

Gathered gatheredOf(const Shape& shape, const Shape& index, std::size_t axis) {
  std::vector<Dim> strides(shape.size(), Dim(1));
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  Gathered gathered;
  bool mayJoin = false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d == axis) {
      gathered.stride = strides[d];
      strides[d] = 0;
    }
    const bool joins = mayJoin && d != axis && gathered.strides.back() == strides[d] * index[d];
    mayJoin = d != axis;
    if (joins) {
      gathered.sizes.back() = gathered.sizes.back() * index[d];
      gathered.strides.back() = strides[d];
    } else {
      gathered.sizes.push_back(index[d]);
      gathered.strides.push_back(strides[d]);
    }
  }
  if (gathered.sizes.empty()) {  // one element
    gathered.sizes = {Dim(1)};
    gathered.strides = {Dim(0)};
  }
  return gathered;
}

// The structure of the kernel and its rank.
std::pair<Arg, std::string> shapeOf(const Lowering& lowering) {
  const Shape& shape = lowering.inputType(0).shape;
  const auto axis = static_cast<std::size_t>(lowering.node().attributes.integer("axis"));
  const Gathered gathered = gatheredOf(shape, lowering.inputType(1).shape, axis);
  const std::string rank = std::to_string(gathered.sizes.size());
  Arg arg = Lowering::structure(
      "GatherShape<" + rank + ">",
      {Lowering::list(gathered.sizes, "sizes"), Lowering::list(gathered.strides, "strides"),
       Lowering::integer(shape.empty() ? Dim(1) : shape[axis], "count"),
       Lowering::integer(gathered.stride, "stride"),
       Lowering::integer(product(shape), "elements")});
  return {std::move(arg), rank};
}

struct Combination {
  const char* reduce;
  const char* each;     // of the element type
  const char* boolean;  // of bools
};

constexpr Combination kCombinations[] = {
    {"set", "ReplaceEach", "ReplaceEach<bool>"}, {"add", "AddEach", "AnyEach"},
    {"mul", "MultiplyEach", "AllEach"},          {"max", "MaxEach", "AnyEach"},
    {"min", "MinEach", "AllEach"},               {"mean", "AddEach", "AnyEach"},
};

// Sums that begin with or without the tensor's own elements become means.
void divide(Lowering& lowering, const Arg& shape, const std::string& rank, bool includeSelf) {
  const Dim count = lowering.inputType(0).elementCount();
  const BufferId counts = lowering.scratch(DType::i64, count);
  lowering.call("fill", {Lowering::write(counts), Lowering::integer(count),
                         Lowering::literal(includeSelf ? 1 : 0, DType::i64)});
  lowering.call("scatterValue",
                {shape, Lowering::literal(1, DType::i64), lowering.in(1), Lowering::write(counts)},
                {combination("add", DType::i64), rank}, "index");
  lowering.call("divideByCounts", {Lowering::integer(count), Lowering::read(counts),
                                   Lowering::write(lowering.result(0))});
}

}  // namespace

std::string combination(const std::string& reduce, DType dtype) {
  const auto row = std::find_if(std::begin(kCombinations), std::end(kCombinations),
                                [&](const Combination& one) { return reduce == one.reduce; });
  if (row == std::end(kCombinations)) throw InternalError("no kernel combines by " + reduce);
  if (dtype == DType::boolean) return row->boolean;
  if (reduce != "set") requireKernelType(dtype);
  return std::string(row->each) + "<" + cppType(dtype) + ">";
}

void lowerGather(Lowering& lowering) {
  const auto [shape, rank] = shapeOf(lowering);
  lowering.call("gather",
                {shape, lowering.in(0), lowering.in(1), Lowering::write(lowering.result(0))},
                {rank}, "index");
}

void lowerScatter(Lowering& lowering) {
  const DType dtype = lowering.inputType(0).dtype;
  const std::string& reduce = lowering.node().attributes.string("reduce");
  const bool includeSelf = lowering.node().attributes.boolean("include_self");
  const auto [shape, rank] = shapeOf(lowering);
  const std::string each = combination(reduce, dtype);
  const Arg result = Lowering::write(lowering.result(0));
  lowering.mayRunInPlace(0, 0);
  lowering.call("copy", {lowering.in(0), result,
                         Lowering::integer(lowering.inputType(0).elementCount())});
  if (!includeSelf && reduce != "set") {
    lowering.call("scatterValue",
                  {shape, Lowering::text(each + "::start()"), lowering.in(1), result},
                  {combination("set", dtype), rank}, "index");
  }
  lowering.call("scatter", {shape, lowering.in(2), lowering.in(1), result}, {each, rank}, "index");
  if (reduce == "mean") divide(lowering, shape, rank, includeSelf);
}

}  // namespace mcc
