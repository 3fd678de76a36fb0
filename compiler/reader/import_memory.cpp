// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Order and offset in memory, from recorded sizes and strides.
#include "compiler/reader/import_memory.h"

#include <algorithm>
#include <numeric>

namespace mcc {
namespace {

using exported::TensorMeta;
using Axes = std::vector<std::int64_t>;

constexpr std::string_view kStridedPrefix = "torch.ops.aten.as_strided";

struct NestedReader {
  bool operator()(const exported::GraphArgument& argument) const {
    return readsMemory(*argument.graph);
  }
  template <class T>
  bool operator()(const T&) const {
    return false;
  }
};

bool isKnown(const Dim& dim, const ImportSymbols& symbols) {
  std::vector<std::string> names;
  dim.collectSymbols(names);
  return std::all_of(names.begin(), names.end(),
                     [&](const std::string& name) { return symbols.isKnown(name); });
}

// The axes from the outermost in memory to the innermost. Torch writes max(1, s) for a size in a
// stride where s may be 0, and then there is no element to be found.
std::optional<Axes> memoryOrder(const Shape& sizes, const Shape& strides) {
  if (sizes.size() != strides.size()) return std::nullopt;
  Axes ones, order;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == Dim(1)) ones.push_back(static_cast<std::int64_t>(d));
  }
  Dim inner = 1, innerNotEmpty = 1;  // elements within one step of the next axis
  while (ones.size() + order.size() < sizes.size()) {
    std::size_t d = sizes.size();
    while (d-- > 0) {
      const bool placed = std::count(order.begin(), order.end(), static_cast<std::int64_t>(d)) > 0;
      const bool follows = strides[d] == inner || strides[d] == innerNotEmpty;
      if (follows && !placed && sizes[d] != Dim(1)) break;
    }
    if (d >= sizes.size()) return std::nullopt;
    order.insert(order.begin(), static_cast<std::int64_t>(d));
    inner = inner * sizes[d];
    innerNotEmpty = innerNotEmpty * max(sizes[d], Dim(1));
  }
  order.insert(order.begin(), ones.begin(), ones.end());
  return order;
}

// Up to here releases of torch record 0 for every storage offset (schema 8.8 is torch 2.8).
bool recordsOffsets(const exported::ExportedProgram& program) {
  using Version = std::pair<std::int64_t, std::int64_t>;
  return Version(program.schemaMajor, program.schemaMinor) > Version(8, 8);
}

bool isRowMajor(const Axes& order, const Shape& sizes) {
  Axes kept;
  for (const std::int64_t axis : order) {
    if (sizes[static_cast<std::size_t>(axis)] != Dim(1)) kept.push_back(axis);
  }
  return std::is_sorted(kept.begin(), kept.end());
}

}  // namespace

bool readsMemory(const exported::Graph& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const exported::Node& node) {
    return node.target.starts_with(kStridedPrefix) ||
           std::any_of(node.inputs.begin(), node.inputs.end(),
                       [](const exported::NamedArgument& input) {
                         return std::visit(NestedReader(), input.argument.value);
                       });
  });
}

ValueId markMemory(Graph& graph, ValueId value, const TensorMeta& meta, ImportSymbols& symbols) {
  const Shape& sizes = graph[value].type.shape;
  if (std::count(sizes.begin(), sizes.end(), Dim(0)) > 0) return value;
  const std::optional<Axes> order = memoryOrder(sizes, symbols.shape(meta.strides));
  const Dim offset = symbols.dim(meta.storageOffset);
  const bool known = order && isKnown(offset, symbols);
  if (known && isRowMajor(*order, sizes) && offset == Dim(0)) return value;
  Node marker;
  marker.target = "aten.alias.default";
  marker.inputs = {value};
  marker.attributes = {{"self", Operand{0}},
                       {"order", known ? Attribute(*order) : Attribute()},
                       {"offset", known ? offset : Dim(0)}};
  if (const Node* producer = graph.producer(value)) marker.origin = producer->origin;
  const TensorType type = graph[value].type;
  return graph[graph.append(std::move(marker), {type})].outputs[0];
}

void settleStorageOffset(const exported::Graph& graph, const exported::Node& source,
                         ImportSymbols& symbols, Node& node) {
  if (!source.target.starts_with(kStridedPrefix) || source.inputs.empty()) return;
  const TensorMeta* meta = exported::metaOf(graph, source.inputs[0].argument);
  if (meta == nullptr) return;
  const Shape strides = symbols.shape(meta->strides);
  for (std::size_t d = 0; d < strides.size() && d < meta->sizes.size(); ++d) {
    if (strides[d] != Dim(0) || symbols.dim(meta->sizes[d]) == Dim(1)) continue;
    if (node.target == "aten.as_strided_scatter.default") {
      throw Error(node.target + ": several elements of its operand are one in memory",
                  "clone() the tensor before its elements are replaced");
    }
  }
  const Attribute* given = node.attributes.find("storage_offset");
  if ((given != nullptr && !given->isNone()) || !recordsOffsets(symbols.program())) return;
  const Dim offset = symbols.dim(meta->storageOffset);
  if (isKnown(offset, symbols)) node.attributes.set("storage_offset", offset);
}

void followOffset(const exported::Graph& graph, const exported::Node& source,
                  ImportSymbols& symbols, const Node& node) {
  if (node.target != "aten.slice.Tensor" || source.inputs.empty() || source.outputs.empty()) return;
  const TensorMeta* from = exported::metaOf(graph, source.inputs[0].argument);
  const TensorMeta* to = exported::metaOf(graph, source.outputs[0]);
  const Attribute* start = node.attributes.find("start");
  const Attribute* dim = node.attributes.find("dim");
  if (from == nullptr || to == nullptr || start == nullptr || !start->is<Dim>()) return;
  const auto symbol = symbols.dim(to->storageOffset).asSymbol();
  const Dim offset = symbols.dim(from->storageOffset);
  if (!symbol || symbols.isKnown(*symbol) || !isKnown(offset, symbols)) return;
  const auto rank = static_cast<std::int64_t>(from->sizes.size());
  const std::int64_t axis = dim == nullptr ? 0 : node.attributes.integer("dim");
  const auto d = static_cast<std::size_t>(normalizeAxis(axis, rank));
  if (d >= from->strides.size()) return;
  // Starts below 0 are refused when the program runs.
  const Dim first = min(start->as<Dim>(), symbols.dim(from->sizes[d]));
  const Dim value = offset + first * symbols.dim(from->strides[d]);
  if (isKnown(value, symbols)) symbols.replace(*symbol, value);
}

}  // namespace mcc
