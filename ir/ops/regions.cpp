// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of nodes with regions.
#include "ir/ops/regions.h"

#include "ir/diagnostics.h"
#include "ir/ops/checks.h"

namespace mcc {

bool canBeSame(const OpView& view, const TensorType& a, const TensorType& b) {
  return a.dtype == b.dtype && canBeEqual(view, a.shape, b.shape);
}

void requireSame(const OpView& view, const std::string& what, const TensorType& a,
                 const TensorType& b) {
  if (canBeSame(view, a, b)) return;
  fail(view, what + " have types " + text(a) + " and " + text(b));
}

void requireRegionInputs(const OpView& view, std::size_t index,
                         const std::vector<TensorType>& types) {
  const Graph& region = view.node.regions[index];
  if (region.inputs.size() != types.size()) {
    fail(view, "region " + std::to_string(index) + " takes " +
                   std::to_string(region.inputs.size()) + " values but is given " +
                   std::to_string(types.size()));
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    requireSame(view, "operand " + std::to_string(i) + " and the region's input", types[i],
                region[region.inputs[i]].type);
  }
}

std::vector<TensorType> regionOutputs(const OpView& view, std::size_t index) {
  const Graph& region = view.node.regions[index];
  std::vector<TensorType> types;
  for (const ValueId output : region.outputs) {
    if (!output.valid()) fail(view, "a region returns None");
    types.push_back(region[output].type);
  }
  return types;
}

std::vector<TensorType> operandTypes(const OpView& view, std::size_t first, std::size_t count) {
  std::vector<TensorType> types;
  for (std::size_t i = first; i < first + count; ++i) types.push_back(view.input(i));
  return types;
}

std::size_t countOf(const OpView& view, const std::string& name, std::size_t limit) {
  const std::int64_t count = view.attributes().integer(name);
  if (count < 0 || static_cast<std::uint64_t>(count) > limit) {
    fail(view, name + " = " + std::to_string(count) + " with " + std::to_string(limit) +
                   " operands left");
  }
  return static_cast<std::size_t>(count);
}

}  // namespace mcc
