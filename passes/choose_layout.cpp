// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk, and the bookkeeping of permuted values.
#include "passes/choose_layout.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "ir/ops/pointwise.h"
#include "passes/choose_layout/layout.h"

namespace mcc {

Axes identityAxes(std::size_t rank) {
  Axes axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

bool isIdentity(const Axes& axes) {
  return axes == identityAxes(axes.size());
}

Axes inverse(const Axes& axes) {
  Axes out(axes.size());
  for (std::size_t d = 0; d < axes.size(); ++d) {
    out[static_cast<std::size_t>(axes[d])] = static_cast<std::int64_t>(d);
  }
  return out;
}

Axes compose(const Axes& first, const Axes& second) {
  Axes out;
  for (const std::int64_t d : second) out.push_back(first[static_cast<std::size_t>(d)]);
  return out;
}

Shape permuted(const Shape& shape, const Axes& axes) {
  Shape out;
  for (const std::int64_t d : axes) out.push_back(shape[static_cast<std::size_t>(d)]);
  return out;
}

namespace {

// Whether a permute moves only dimensions of size 1: then it is a reshape.
bool keepsOrder(const Shape& shape, const Axes& axes) {
  std::int64_t last = -1;
  for (const std::int64_t d : axes) {
    if (shape[static_cast<std::size_t>(d)] == Dim(1)) continue;
    if (d < last) return false;
    last = d;
  }
  return true;
}

// A shape with leading ones up to a rank.
Shape widened(const Shape& shape, std::size_t rank) {
  Shape out(rank - shape.size(), Dim(1));
  out.insert(out.end(), shape.begin(), shape.end());
  return out;
}

double elements(const Shape& shape) {
  constexpr double kUnknown = 1e4;  // a symbolic size
  double count = 1;
  for (const Dim& d : shape) count *= d.isConstant() ? static_cast<double>(d.constant()) : kUnknown;
  return count;
}

ValueId permuteOrReshape(Builder& builder, ValueId value, const Axes& axes) {
  const Shape& shape = builder.shape(value);
  const ValueId made = keepsOrder(shape, axes) ? builder.reshape(value, permuted(shape, axes))
                                               : builder.permute(value, axes);
  std::string& name = builder.graph()[made].name;
  if (name.empty()) name = builder.graph()[value].name;
  return made;
}

}  // namespace

void Layouter::place(ValueId value, ValueId base, Axes axes) {
  if (keepsOrder(target_[base].type.shape, axes) && !isIdentity(axes)) {
    Builder builder(target_, {},
                    target_.producer(base) ? target_.producer(base)->origin : Origin{});
    base = permuteOrReshape(builder, base, axes);
    axes = identityAxes(axes.size());
  }
  if (target_[base].name.empty()) target_[base].name = source_[value].name;
  placed_[value.index] = {base, std::move(axes)};
}

ValueId Layouter::dense(ValueId value) {
  if (!value.valid()) return value;
  const Placed& where = placed_[value.index];
  if (isIdentity(where.axes)) return where.base;
  const auto known = dense_.find(value);
  if (known != dense_.end()) return known->second;
  const Node* producer = source_.producer(value);
  Builder builder(target_, {}, producer != nullptr ? producer->origin : Origin{});
  const ValueId made = permuteOrReshape(builder, where.base, where.axes);
  if (target_[made].name.empty()) target_[made].name = source_[value].name;
  return dense_[value] = made;
}

// exported = permute(base, own); wanted w with widened(exported) = permute(w, axes), so
// w = permute(exported, inverse(axes)).
ValueId Layouter::inOrder(const Node& node, ValueId value, const Axes& axes) {
  const Placed& where = placed_[value.index];
  if (where.axes == axes) return where.base;
  Builder build = builder(node);
  const Shape& shape = source_[value].type.shape;
  if (shape.empty()) return where.base;
  if (shape.size() == axes.size()) {
    return permuteOrReshape(build, where.base, compose(where.axes, inverse(axes)));
  }
  const ValueId wide = build.reshape(dense(value), widened(shape, axes.size()));
  return permuteOrReshape(build, wide, inverse(axes));
}

double Layouter::costOf(ValueId value, const Axes& axes) const {
  const Placed& where = placed_[value.index];
  const Shape& shape = source_[value].type.shape;
  const Node* producer = target_.producer(where.base);
  const bool folds =
      producer != nullptr && (producer->op == Op::constant || producer->op == Op::full);
  if (folds || shape.empty() || where.axes == axes) return 0;
  double cost = 0;
  Axes change = inverse(axes);
  if (shape.size() == axes.size()) {
    change = compose(where.axes, inverse(axes));
    return keepsOrder(target_[where.base].type.shape, change) ? 0 : elements(shape);
  }
  if (!isIdentity(where.axes)) cost += elements(shape);
  if (!keepsOrder(widened(shape, axes.size()), change)) cost += elements(shape);
  return cost;
}

Axes Layouter::cheapestOrder(const std::vector<ValueId>& operands, std::size_t rank) const {
  std::vector<Axes> candidates;
  for (const ValueId value : operands) {
    const Axes& axes = placed_[value.index].axes;
    if (axes.size() == rank) candidates.push_back(axes);
  }
  candidates.push_back(identityAxes(rank));
  const auto total = [&](const Axes& axes) {
    double cost = 0;
    for (const ValueId value : operands) cost += costOf(value, axes);
    return cost;
  };
  return *std::min_element(candidates.begin(), candidates.end(),
                           [&](const Axes& a, const Axes& b) { return total(a) < total(b); });
}

void Layouter::copy(const Node& node) {
  Node made = node;
  std::vector<TensorType> types;
  for (ValueId& input : made.inputs) input = dense(input);
  for (const ValueId output : node.outputs) types.push_back(source_[output].type);
  for (Graph& region : made.regions) region = Layouter(region).run();
  const NodeId id = target_.append(std::move(made), types);
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    place(node.outputs[i], target_[id].outputs[i],
          identityAxes(static_cast<std::size_t>(types[i].rank())));
  }
}

void Layouter::visit(const Node& node) {
  if (layoutElementwise(*this, node) || layoutAxes(*this, node) || layoutReshape(*this, node))
    return;
  copy(node);
}

Graph Layouter::run() {
  placed_.resize(source_.valueCount());
  for (const ValueId input : source_.inputs) {
    const TensorType& type = source_[input].type;
    placed_[input.index] = {target_.addInput(source_[input].name, type),
                            identityAxes(static_cast<std::size_t>(type.rank()))};
  }
  for (const NodeId id : source_.order()) visit(source_[id]);
  for (const ValueId output : source_.outputs) target_.outputs.push_back(dense(output));
  return std::move(target_);
}

void chooseLayout(Module& module) {
  module.graph = Layouter(module.graph).run();
}

}  // namespace mcc
