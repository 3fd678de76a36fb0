// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Node construction with type inference.
#include "ir/builder.h"

#include <numeric>

#include "ir/op_def.h"

namespace mcc {

std::vector<ValueId> Builder::makeAll(Op op, std::vector<ValueId> inputs, Attributes attributes,
                                      std::vector<Graph> regions) {
  Node node;
  node.op = op;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  node.regions = std::move(regions);
  node.origin = origin_;
  const std::vector<TensorType> types = inferTypes(*graph_, node);
  const NodeId id = graph_->insertBefore(position_, std::move(node), types);
  return (*graph_)[id].outputs;
}

ValueId Builder::make(Op op, std::vector<ValueId> inputs, Attributes attributes) {
  return makeAll(op, std::move(inputs), std::move(attributes)).at(0);
}

ValueId Builder::constant(TensorRef tensor) {
  return make(Op::constant, {}, {{"tensor", std::move(tensor)}});
}

ValueId Builder::full(Attribute value, DType dtype, Shape shape) {
  return make(Op::full, {}, {{"value", std::move(value)}, {"dtype", dtype}, {"shape", shape}});
}

ValueId Builder::scalar(double value, DType dtype) { return full(value, dtype, {}); }
ValueId Builder::scalar(std::int64_t value, DType dtype) { return full(value, dtype, {}); }

ValueId Builder::dimValue(Dim value) { return make(Op::dim_value, {}, {{"value", value}}); }

ValueId Builder::iota(Attribute start, Attribute step, Dim size, DType dtype) {
  return make(Op::iota, {},
              {{"start", std::move(start)}, {"step", std::move(step)}, {"size", size},
               {"dtype", dtype}});
}

ValueId Builder::binary(Op op, ValueId a, double b) {
  return make(op, {a, scalar(b, dtype(a))});
}

ValueId Builder::select(ValueId condition, ValueId then, ValueId otherwise) {
  return make(Op::select, {condition, then, otherwise});
}

ValueId Builder::cast(ValueId x, DType wanted) {
  if (dtype(x) == wanted) return x;
  return make(Op::cast, {x}, {{"dtype", wanted}});
}

ValueId Builder::reshape(ValueId x, Shape wanted) {
  if (shape(x) == wanted) return x;
  return make(Op::reshape, {x}, {{"shape", wanted}});
}

ValueId Builder::permute(ValueId x, std::vector<std::int64_t> axes) {
  std::vector<std::int64_t> identity(axes.size());
  std::iota(identity.begin(), identity.end(), 0);
  if (axes == identity) return x;
  return make(Op::permute, {x}, {{"axes", axes}});
}

ValueId Builder::transpose(ValueId x, std::int64_t a, std::int64_t b) {
  std::vector<std::int64_t> axes(static_cast<std::size_t>(rank(x)));
  std::iota(axes.begin(), axes.end(), 0);
  if (axes.empty()) return x;
  std::swap(axes[static_cast<std::size_t>(normalizeAxis(a, rank(x)))],
            axes[static_cast<std::size_t>(normalizeAxis(b, rank(x)))]);
  return permute(x, axes);
}

ValueId Builder::expand(ValueId x, Shape wanted) {
  if (shape(x) == wanted) return x;
  return make(Op::expand, {x}, {{"shape", wanted}});
}

ValueId Builder::slice(ValueId x, std::int64_t axis, Dim start, Dim size, std::int64_t step) {
  const auto at = static_cast<std::size_t>(normalizeAxis(axis, rank(x)));
  Shape sizes = shape(x);
  if (start == Dim(0) && size == sizes[at] && step == 1) return x;
  std::vector<Dim> starts(sizes.size(), Dim(0));
  std::vector<std::int64_t> steps(sizes.size(), 1);
  starts[at] = start;
  sizes[at] = size;
  steps[at] = step;
  return make(Op::slice, {x}, {{"starts", starts}, {"sizes", sizes}, {"steps", steps}});
}

ValueId Builder::concat(std::vector<ValueId> parts, std::int64_t axis) {
  if (parts.size() == 1) return parts[0];
  return make(Op::concat, std::move(parts), {{"axis", axis}});
}

ValueId Builder::unsqueeze(ValueId x, std::int64_t axis) {
  Shape wanted = shape(x);
  wanted.insert(wanted.begin() + normalizeAxis(axis, rank(x) + 1), Dim(1));
  return reshape(x, wanted);
}

ValueId Builder::squeeze(ValueId x, std::int64_t axis) {
  Shape wanted = shape(x);
  if (wanted.empty()) return x;
  wanted.erase(wanted.begin() + normalizeAxis(axis, rank(x)));
  return reshape(x, wanted);
}

ValueId Builder::reduce(Op op, ValueId x, std::vector<std::int64_t> axes, bool keep) {
  const ValueId reduced = make(op, {x}, {{"axes", axes}});
  if (!keep) return reduced;
  Shape wanted = shape(x);
  for (const std::int64_t axis : axes) wanted[static_cast<std::size_t>(axis)] = Dim(1);
  return reshape(reduced, wanted);
}

}  // namespace mcc
