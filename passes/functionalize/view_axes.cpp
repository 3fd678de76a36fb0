// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Permutations and cut axes from the arguments of ATen's view operators.
#include "passes/functionalize/view_axes.h"

#include <algorithm>
#include <numeric>

#include "ir/diagnostics.h"
#include "ir/schemas.h"

namespace mcc {
namespace {

using Axes = std::vector<std::int64_t>;

Axes identityAxes(std::int64_t rank) {
  Axes axes(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

Axes normalized(const Axes& axes, std::int64_t rank) {
  Axes out;
  for (const std::int64_t axis : axes) out.push_back(normalizeAxis(axis, rank));
  return out;
}

Axes swapped(std::int64_t rank, std::int64_t a, std::int64_t b) {
  Axes axes = identityAxes(rank);
  if (axes.empty()) return axes;
  std::swap(axes[static_cast<std::size_t>(normalizeAxis(a, rank))],
            axes[static_cast<std::size_t>(normalizeAxis(b, rank))]);
  return axes;
}

// An integer or a list of them.
Axes integersOf(const Node& node, const std::string& name) {
  const Attribute* found = node.attributes.find(name);
  if (found != nullptr && found->is<Dim>()) return {node.attributes.integer(name)};
  return node.attributes.integers(name);
}

// Dimensions `source` go to places `destination`; the others fill what is left, in order.
Axes moved(std::int64_t rank, const Axes& source, const Axes& destination) {
  Axes axes(static_cast<std::size_t>(rank), -1);
  for (std::size_t i = 0; i < source.size(); ++i) {
    axes.at(static_cast<std::size_t>(destination.at(i))) = source[i];
  }
  std::int64_t next = 0;
  for (std::int64_t& axis : axes) {
    if (axis >= 0) continue;
    while (std::find(source.begin(), source.end(), next) != source.end()) ++next;
    axis = next++;
  }
  return axes;
}

bool startsWith(const Node& node, const char* prefix) { return node.target.starts_with(prefix); }

}  // namespace

std::vector<std::int64_t> viewAxes(const Node& node, std::int64_t rank) {
  const Attributes& given = node.attributes;
  if (startsWith(node, "aten.permute.")) return normalized(given.integers("dims"), rank);
  if (startsWith(node, "aten.transpose.") || startsWith(node, "aten.swapdims.")) {
    return swapped(rank, given.integer("dim0"), given.integer("dim1"));
  }
  if (startsWith(node, "aten.swapaxes.")) {
    return swapped(rank, given.integer("axis0"), given.integer("axis1"));
  }
  if (startsWith(node, "aten.move")) {
    return moved(rank, normalized(integersOf(node, "source"), rank),
                 normalized(integersOf(node, "destination"), rank));
  }
  if (startsWith(node, "aten.numpy_T.")) {
    Axes axes = identityAxes(rank);
    std::reverse(axes.begin(), axes.end());
    return axes;
  }
  return rank < 2 ? identityAxes(rank) : swapped(rank, -2, -1);  // t, mT
}

std::int64_t viewAxis(const Node& node, std::int64_t rank) {
  if (startsWith(node, "aten.hsplit.")) return rank == 1 ? 0 : 1;
  if (startsWith(node, "aten.vsplit.")) return 0;
  if (startsWith(node, "aten.dsplit.")) return 2;
  if (!node.attributes.has("dim")) return 0;
  return normalizeAxis(node.attributes.integer("dim"), rank);
}

}  // namespace mcc
