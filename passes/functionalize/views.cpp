// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One row per view operator: the inverse of what it shows.
#include "passes/functionalize/views.h"

#include <algorithm>

#include "ir/diagnostics.h"
#include "passes/functionalize/view_axes.h"

namespace mcc {
namespace {

// Arguments with their defaults.
Attribute argumentOf(const Node& node, const std::string& name) {
  const auto schema = findSchema(node.target);
  const Attribute* found =
      schema == nullptr ? node.attributes.find(name) : argumentOf(*schema, node.attributes, name);
  if (found == nullptr) throw Error(node.target + ": argument '" + name + "' is missing");
  return *found;
}

ValueId reshaped(Builder& builder, const ViewWrite& write) {
  return builder.reshape(write.value, builder.shape(write.base));
}

ValueId expanded(Builder& builder, const ViewWrite& write) {
  if (builder.type(write.value).elementCount() == builder.type(write.base).elementCount()) {
    return reshaped(builder, write);
  }
  throw Error("a tensor is written in place of which several elements are one in memory (" +
                  write.node.target + ")",
              "clone() the tensor after it is expanded", write.node.origin);
}

ValueId permuted(Builder& builder, const ViewWrite& write) {
  const std::vector<std::int64_t> axes = viewAxes(write.node, builder.rank(write.base));
  std::vector<std::int64_t> inverse(axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    inverse[static_cast<std::size_t>(axes[i])] = static_cast<std::int64_t>(i);
  }
  return builder.permute(write.value, inverse);
}

// By the operator that does the same to a copy, "aten.<name>_scatter.default": it takes the view's
// arguments and, as second operand, what to put there.
ValueId scattered(Builder& builder, const ViewWrite& write) {
  Node node = write.node;
  const std::size_t start = node.target.find('.') + 1;
  std::string name = node.target.substr(start, node.target.find('.', start) - start);
  node.inputs = {write.base, write.value};
  if (name == "linalg_diagonal") {
    name = "diagonal";
    node.attributes = {{"offset", argumentOf(write.node, "offset")},
                       {"dim1", argumentOf(write.node, "dim1")},
                       {"dim2", argumentOf(write.node, "dim2")}};
  }
  node.target = "aten." + name + "_scatter.default";
  Attributes arguments = {{"self", Operand{0}}, {"src", Operand{1}}};
  for (const auto& [key, value] : node.attributes.items()) {
    if (key != "self") arguments.set(key, value);
  }
  node.attributes = std::move(arguments);
  Graph& graph = builder.graph();
  return graph[graph.append(std::move(node), {builder.type(write.base)})].outputs[0];
}

// The view is the base's elements from `start` on along one axis.
ValueId inserted(Builder& builder, const ViewWrite& write, std::int64_t axis, const Dim& start,
                 ValueId value) {
  std::vector<Dim> starts(static_cast<std::size_t>(builder.rank(write.base)), Dim(0));
  starts[static_cast<std::size_t>(axis)] = start;
  return builder.make(Op::insert_slice, {write.base, value},
                      {{"starts", starts},
                       {"steps", std::vector<std::int64_t>(starts.size(), 1)}});
}

ValueId narrowed(Builder& builder, const ViewWrite& write) {
  const std::int64_t axis = viewAxis(write.node, builder.rank(write.base));
  Dim start = write.node.attributes.dim("start");
  if (start.isConstant() && start.constant() < 0) start = start + builder.dim(write.base, axis);
  return inserted(builder, write, axis, start, write.value);
}

ValueId split(Builder& builder, const ViewWrite& write) {
  const std::int64_t axis = viewAxis(write.node, builder.rank(write.base));
  Dim start = 0;
  for (std::uint32_t i = 0; i < write.result; ++i) start = start + write.types[i].dim(axis);
  return inserted(builder, write, axis, start, write.value);
}

ValueId unbound(Builder& builder, const ViewWrite& write) {
  const std::int64_t axis = viewAxis(write.node, builder.rank(write.base));
  return inserted(builder, write, axis, write.result, builder.unsqueeze(write.value, axis));
}

ValueId converted(Builder& builder, const ViewWrite& write, const char* target) {
  Node node;
  node.target = target;
  node.inputs = {write.value};
  node.attributes = {{"self", Operand{0}}};
  node.origin = write.node.origin;
  Graph& graph = builder.graph();
  return graph[graph.append(std::move(node), {builder.type(write.base)})].outputs[0];
}

ValueId asComplex(Builder& builder, const ViewWrite& write) {
  return converted(builder, write, "aten.view_as_complex.default");
}
ValueId asReal(Builder& builder, const ViewWrite& write) {
  return converted(builder, write, "aten.view_as_real.default");
}

struct ViewRow {
  const char* target;
  ValueId (*write)(Builder& builder, const ViewWrite& write);  // null: can't be written to
};

constexpr ViewRow kViews[] = {
    {"aten.view.default", reshaped},
    {"aten.view_as.default", reshaped},
    {"aten.reshape.default", reshaped},
    {"aten.reshape_as.default", reshaped},
    {"aten._reshape_alias.default", reshaped},
    {"aten.flatten.using_ints", reshaped},
    {"aten.ravel.default", reshaped},
    {"aten.unflatten.int", reshaped},
    {"aten.squeeze.default", reshaped},
    {"aten.squeeze.dim", reshaped},
    {"aten.squeeze.dims", reshaped},
    {"aten.unsqueeze.default", reshaped},
    {"aten.atleast_1d.default", reshaped},
    {"aten.atleast_2d.default", reshaped},
    {"aten.atleast_3d.default", reshaped},
    {"aten.expand.default", expanded},
    {"aten.expand_as.default", expanded},
    {"aten.broadcast_to.default", expanded},
    {"aten.permute.default", permuted},
    {"aten.transpose.int", permuted},
    {"aten.swapaxes.default", permuted},
    {"aten.swapdims.default", permuted},
    {"aten.movedim.int", permuted},
    {"aten.movedim.intlist", permuted},
    {"aten.moveaxis.int", permuted},
    {"aten.moveaxis.intlist", permuted},
    {"aten.t.default", permuted},
    {"aten.mT.default", permuted},
    {"aten.numpy_T.default", permuted},
    {"aten.select.int", scattered},
    {"aten.slice.Tensor", scattered},
    {"aten.diagonal.default", scattered},
    {"aten.linalg_diagonal.default", scattered},
    {"aten.as_strided.default", scattered},
    {"aten.narrow.default", narrowed},
    {"aten.split.Tensor", split},
    {"aten.split.sizes", split},
    {"aten.split_with_sizes.default", split},
    {"aten.chunk.default", split},
    {"aten.tensor_split.sections", split},
    {"aten.tensor_split.indices", split},
    {"aten.tensor_split.tensor_indices_or_sections", split},
    {"aten.hsplit.int", split},
    {"aten.hsplit.array", split},
    {"aten.vsplit.int", split},
    {"aten.vsplit.array", split},
    {"aten.dsplit.int", split},
    {"aten.dsplit.array", split},
    {"aten.unbind.int", unbound},
    {"aten.view_as_real.default", asComplex},
    {"aten.view_as_complex.default", asReal},
    {"aten.unfold.default", nullptr},
    {"aten.real.default", nullptr},
    {"aten.imag.default", nullptr},
};

// The result is the operand itself, whatever the schema says of memory.
constexpr const char* kIdentities[] = {
    "aten.alias.default", "aten.detach.default", "aten.lift_fresh.default",
    "aten.positive.default", "aten.resolve_neg.default",
};
// The same when neither dtype nor layout in memory changes.
constexpr const char* kConversions[] = {
    "aten.contiguous.default", "aten.to.device", "aten.to.dtype", "aten.to.dtype_layout",
    "aten.to.other", "aten.type_as.default", "aten.resolve_conj.default", "aten.conj.default",
    "aten._conj.default",
};
// The same in inference; no memory is shared by their schema.
constexpr const char* kDropouts[] = {
    "aten.dropout.default", "aten.feature_dropout.default", "aten.alpha_dropout.default",
    "aten.feature_alpha_dropout.default",
};
// Composites that may hand out views of their operands without saying so.
constexpr const char* kSharing[] = {
    "aten.broadcast_tensors.default", "aten.meshgrid.default", "aten.meshgrid.indexing",
    "aten.atleast_1d.Sequence", "aten.atleast_2d.Sequence", "aten.atleast_3d.Sequence",
    "aten.einsum.default", "aten.sum_to_size.default",
};

template <class Table>
bool contains(const Table& table, const std::string& target) {
  return std::find(std::begin(table), std::end(table), target) != std::end(table);
}

const ViewRow* findView(const std::string& target) {
  const auto at = std::find_if(std::begin(kViews), std::end(kViews),
                               [&](const ViewRow& row) { return target == row.target; });
  return at == std::end(kViews) ? nullptr : at;
}

bool isTrue(const Node& node, const std::string& name) {
  const Attribute* found = node.attributes.find(name);
  return found != nullptr && found->is<bool>() && found->as<bool>();
}

Sharing conversion(const Graph& graph, const Node& node, const std::vector<TensorType>& types) {
  const TensorType& from = graph[node.inputs.at(0)].type;
  const bool conjugates = node.target.find("conj") != std::string::npos && isComplex(from.dtype);
  if (conjugates) return Sharing::shares;
  return isTrue(node, "copy") || types.at(0).dtype != from.dtype ? Sharing::copies : Sharing::same;
}

}  // namespace

Sharing sharingOf(const Graph& graph, const Node& node, const Schema* schema,
                  const std::vector<TensorType>& types) {
  if (isTrue(node, "copies") || node.inputs.empty() || types.empty()) return Sharing::copies;
  if (contains(kIdentities, node.target)) return Sharing::same;
  if (contains(kConversions, node.target)) return conversion(graph, node, types);
  if (contains(kDropouts, node.target)) {
    return isTrue(node, "train") ? Sharing::copies : Sharing::same;
  }
  if (contains(kSharing, node.target)) return Sharing::shares;
  const bool partOfComplex = node.target == "aten.real.default";
  if (partOfComplex && !isComplex(graph[node.inputs[0]].type.dtype)) return Sharing::same;
  if (findView(node.target) != nullptr) return Sharing::view;
  return schema != nullptr && schema->aliases() ? Sharing::shares : Sharing::copies;
}

ValueId writeThroughView(Builder& builder, const ViewWrite& write) {
  const ViewRow* row = findView(write.node.target);
  if (row == nullptr || row->write == nullptr) {
    throw Error("writing in place to a view made by " + write.node.target + " is not supported",
                "write to a tensor of its own, made by clone()", write.node.origin);
  }
  return row->write(builder, write);
}

}  // namespace mcc
