// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// View or copy, decided as PyTorch does for the sizes and strides of the traced run.
#include "compiler/reader/import_strides.h"

#include <algorithm>
#include <optional>

namespace mcc {
namespace {

using exported::SymInt;
using exported::TensorMeta;
using exported::TensorName;
using Integers = std::vector<std::int64_t>;

// The numbers of the traced run; nothing when the file doesn't have them all.
std::optional<Integers> traced(const std::vector<SymInt>& list) {
  Integers out;
  for (const SymInt& item : list) {
    if (const auto* constant = std::get_if<std::int64_t>(&item)) {
      out.push_back(*constant);
      continue;
    }
    const auto& hint = std::get<exported::Expression>(item).hint;
    const auto* value = hint ? std::get_if<std::int64_t>(&*hint) : nullptr;
    if (value == nullptr) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

struct Extent {
  Integers sizes, strides;
};

std::optional<Extent> extentOf(const TensorMeta& meta) {
  auto sizes = traced(meta.sizes);
  auto strides = traced(meta.strides);
  if (!sizes || !strides || sizes->size() != strides->size()) return std::nullopt;
  return Extent{std::move(*sizes), std::move(*strides)};
}

// Strides of dimensions of size 1 say nothing.
bool sameStrides(const Extent& a, const Extent& b) {
  if (a.sizes != b.sizes) return false;
  for (std::size_t d = 0; d < a.sizes.size(); ++d) {
    if (a.sizes[d] > 1 && a.strides[d] != b.strides[d]) return false;
  }
  return true;
}

// Whether elements in the order of `from` can be seen with sizes `to` without moving them: each run
// of dimensions that lie without gaps in memory must be a product of the new sizes.
bool canView(const Extent& from, const Integers& to) {
  if (std::count(from.sizes.begin(), from.sizes.end(), 0) > 0) return true;
  std::size_t next = to.size();  // new dimensions not yet placed
  std::int64_t run = 1;
  std::int64_t innermost = from.strides.empty() ? 1 : from.strides.back();
  for (std::size_t d = from.sizes.size(); d-- > 0;) {
    run *= from.sizes[d];
    const bool goesOn = d > 0 && (from.sizes[d - 1] == 1 || from.strides[d - 1] == run * innermost);
    if (goesOn) continue;
    std::int64_t placed = 1;
    while (next > 0 && (placed < run || to[next - 1] == 1)) placed *= to[--next];
    if (placed != run) return false;
    run = 1;
    if (d > 0) innermost = from.strides[d - 1];
  }
  return std::all_of(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(next),
                     [](std::int64_t size) { return size == 1; });
}

bool reshapes(const std::string& target) {
  constexpr const char* kTargets[] = {"aten.reshape.default", "aten.reshape_as.default",
                                      "aten.flatten.using_ints", "aten.ravel.default"};
  return std::find(std::begin(kTargets), std::end(kTargets), target) != std::end(kTargets);
}

bool converts(const std::string& target) {
  return target == "aten.contiguous.default" || target.starts_with("aten.to.");
}

}  // namespace

void markCopies(const exported::Graph& graph, const exported::Node& source, Node& node) {
  if (!reshapes(node.target) && !converts(node.target)) return;
  if (source.inputs.empty() || source.outputs.empty()) return;
  const TensorMeta* const from = exported::metaOf(graph, source.inputs[0].argument);
  const TensorMeta* const to = exported::metaOf(graph, source.outputs[0]);
  if (from == nullptr || to == nullptr) return;
  const auto before = extentOf(*from);
  const auto after = extentOf(*to);
  if (!before || !after) return;
  const bool copies =
      reshapes(node.target) ? !canView(*before, after->sizes) : !sameStrides(*before, *after);
  if (copies) node.attributes.set("copies", true);
}

}  // namespace mcc
