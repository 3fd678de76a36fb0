// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows as structures.
#include "ir/ops/window_args.h"

#include <algorithm>

namespace mcc {
namespace {

std::vector<Dim> ledBy(const Dim& filler, std::vector<Dim> values) {
  values.insert(values.begin(), 3 - values.size(), filler);
  return values;
}

std::vector<Dim> spatial(const TensorType& type) {
  return {type.shape.begin() + 1, type.shape.end() - 1};
}

std::vector<Dim> attribute(const Lowering& lowering, const char* name, std::size_t rank,
                           const Dim& filler) {
  const Attributes& attributes = lowering.node().attributes;
  if (!attributes.has(name)) return ledBy(filler, std::vector<Dim>(rank, filler));
  return ledBy(filler, attributes.dims(name));
}

bool all(const std::vector<Dim>& values, std::int64_t wanted) {
  return std::all_of(values.begin(), values.end(), [&](const Dim& d) { return d == Dim(wanted); });
}

}  // namespace

bool WindowSizes::isPointwise() const {
  return all(kernel, 1) && all(stride, 1) && all(pad, 0) && in == out;
}

WindowSizes windowOf(const Lowering& lowering, const std::vector<Dim>& kernel) {
  const std::size_t rank = kernel.size();
  return {ledBy(1, spatial(lowering.inputType(0))),
          ledBy(1, spatial(lowering.resultType(0))),
          ledBy(1, kernel),
          attribute(lowering, "stride", rank, 1),
          attribute(lowering, "dilation", rank, 1),
          attribute(lowering, "pad_low", rank, 0)};
}

Arg windowArg(const WindowSizes& sizes) {
  return Lowering::structure(
      "Window", {Lowering::list(sizes.in, "in"), Lowering::list(sizes.out, "out"),
                 Lowering::list(sizes.kernel, "kernel"), Lowering::list(sizes.stride, "stride"),
                 Lowering::list(sizes.dilation, "dilation"), Lowering::list(sizes.pad, "pad")});
}

}  // namespace mcc
