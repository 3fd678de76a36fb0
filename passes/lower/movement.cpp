// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of operators that only move elements: views where the bytes are already in place,
// strided copies elsewhere.
#include <algorithm>
#include <numeric>

#include "passes/lower/lowerer.h"

namespace mcc {
namespace {

std::vector<Dim> rowMajorStrides(const Shape& shape) {
  std::vector<Dim> strides(shape.size(), Dim(1));
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

// A copy between two strided places of the same shape.
struct StridedCopy {
  BufferId from, to;
  Shape sizes;
  std::vector<Dim> fromStrides, toStrides;
  Dim fromOffset, toOffset;
};

// Drops dimensions of size 1 and merges neighbours that both sides walk as one.
void collapse(StridedCopy& copy) {
  StridedCopy merged = copy;
  merged.sizes.clear();
  merged.fromStrides.clear();
  merged.toStrides.clear();
  for (std::size_t d = 0; d < copy.sizes.size(); ++d) {
    if (copy.sizes[d] == Dim(1)) continue;
    const bool joins = !merged.sizes.empty() &&
                       merged.fromStrides.back() == copy.fromStrides[d] * copy.sizes[d] &&
                       merged.toStrides.back() == copy.toStrides[d] * copy.sizes[d];
    if (joins) {
      merged.sizes.back() = merged.sizes.back() * copy.sizes[d];
      merged.fromStrides.back() = copy.fromStrides[d];
      merged.toStrides.back() = copy.toStrides[d];
    } else {
      merged.sizes.push_back(copy.sizes[d]);
      merged.fromStrides.push_back(copy.fromStrides[d]);
      merged.toStrides.push_back(copy.toStrides[d]);
    }
  }
  if (merged.sizes.empty()) {
    merged.sizes = {Dim(1)};
    merged.fromStrides = merged.toStrides = {Dim(1)};
  }
  copy = std::move(merged);
}

void emit(Lowerer& lowerer, Scope& scope, const Node& node, StridedCopy copy) {
  collapse(copy);
  const auto start = [&](BufferId id, const Dim& offset) {
    if (offset == Dim(0)) return id;
    const Buffer& buffer = lowerer.buffer(id);
    return lowerer.viewOf(id, {buffer.dtype, copy.sizes, std::nullopt}, offset,
                          buffer.name + "_part");
  };
  Step step;
  step.origin = node.origin;
  step.title = name(node.op);
  const Arg from = Lowering::read(start(copy.from, copy.fromOffset));
  const Arg to = Lowering::write(start(copy.to, copy.toOffset));
  if (copy.sizes.size() == 1 && copy.fromStrides[0] == Dim(1) && copy.toStrides[0] == Dim(1)) {
    step.kernel = "copy";
    step.args = {from, to, Lowering::integer(copy.sizes[0])};
  } else {
    step.kernel = "copyStrided";
    step.templateArgs = {std::to_string(copy.sizes.size())};
    step.args = {from, Lowering::list(copy.fromStrides), to, Lowering::list(copy.toStrides),
                 Lowering::list(copy.sizes)};
  }
  scope.steps.push_back(std::move(step));
}

BufferId operand(Lowerer& lowerer, Scope& scope, const Node& node, std::size_t i) {
  return lowerer.operand(scope, node.inputs.at(i));
}

const TensorType& operandType(const Scope& scope, const Node& node, std::size_t i) {
  return scope.graph[node.inputs.at(i)].type;
}

const TensorType& resultType(const Scope& scope, const Node& node) {
  return scope.graph[node.outputs.at(0)].type;
}

// From strided reads of the operand to the dense result.
void gatherStrided(Lowerer& lowerer, Scope& scope, const Node& node, std::vector<Dim> strides,
                   const Dim& offset) {
  const Shape& sizes = resultType(scope, node).shape;
  emit(lowerer, scope, node,
       {operand(lowerer, scope, node, 0), lowerer.result(scope, node, 0), sizes, std::move(strides),
        rowMajorStrides(sizes), offset, 0});
}

void lowerReshape(Lowerer& lowerer, Scope& scope, const Node& node) {
  const ValueId result = node.outputs[0];
  const BufferId from = operand(lowerer, scope, node, 0);
  const BufferId wanted = scope.destinations[result.index];
  const BufferId given = scope.destinations[node.inputs[0].index];
  const bool isInPlace = wanted != kNoBuffer && given == from &&
                         lowerer.buffer(from).storage == Buffer::Storage::view &&
                         lowerer.buffer(from).index == wanted;
  scope.buffers[result.index] =
      isInPlace ? wanted
                : lowerer.viewOf(from, scope.graph[result].type, 0, scope.graph[result].name);
}

void lowerPermute(Lowerer& lowerer, Scope& scope, const Node& node) {
  const std::vector<Dim> strides = rowMajorStrides(operandType(scope, node, 0).shape);
  std::vector<Dim> permuted;
  for (const std::int64_t axis : node.attributes.integers("axes")) {
    permuted.push_back(strides[static_cast<std::size_t>(axis)]);
  }
  gatherStrided(lowerer, scope, node, std::move(permuted), 0);
}

void lowerExpand(Lowerer& lowerer, Scope& scope, const Node& node) {
  const Shape& from = operandType(scope, node, 0).shape;
  const Shape& to = resultType(scope, node).shape;
  const std::vector<Dim> strides = rowMajorStrides(from);
  std::vector<Dim> stretched(to.size(), Dim(0));
  for (std::size_t d = 0; d < from.size(); ++d) {
    const std::size_t at = d + to.size() - from.size();
    if (from[d] == to[at]) stretched[at] = strides[d];
  }
  gatherStrided(lowerer, scope, node, std::move(stretched), 0);
}

// Whether a slice is one run of memory: at most one dimension is cut, and all before it are 1.
bool isContiguous(const Shape& from, const Shape& to, const std::vector<std::int64_t>& steps) {
  bool whole = true;  // all dimensions behind this one are complete
  for (std::size_t d = to.size(); d-- > 0;) {
    if (!whole && to[d] != Dim(1)) return false;
    if (to[d] != from[d]) whole = false;
    if (steps[d] != 1 && to[d] != Dim(1)) return false;
  }
  return true;
}

void lowerSlice(Lowerer& lowerer, Scope& scope, const Node& node) {
  const Shape& from = operandType(scope, node, 0).shape;
  const TensorType& to = resultType(scope, node);
  const std::vector<std::int64_t> steps = node.attributes.integers("steps");
  const std::vector<Dim> starts = node.attributes.dims("starts");
  std::vector<Dim> strides = rowMajorStrides(from);
  Dim offset = 0;
  for (std::size_t d = 0; d < from.size(); ++d) {
    offset = offset + starts[d] * strides[d];
    strides[d] = strides[d] * Dim(steps[d]);
  }
  const ValueId result = node.outputs[0];
  if (isContiguous(from, to.shape, steps) && scope.destinations[result.index] == kNoBuffer) {
    scope.buffers[result.index] =
        lowerer.viewOf(operand(lowerer, scope, node, 0), to, offset, scope.graph[result].name);
    return;
  }
  gatherStrided(lowerer, scope, node, std::move(strides), offset);
}

void lowerFlip(Lowerer& lowerer, Scope& scope, const Node& node) {
  const Shape& shape = resultType(scope, node).shape;
  std::vector<Dim> strides = rowMajorStrides(shape);
  Dim offset = 0;
  for (const std::int64_t axis : node.attributes.integers("axes")) {
    const auto d = static_cast<std::size_t>(axis);
    offset = offset + (shape[d] - Dim(1)) * strides[d];
    strides[d] = -strides[d];
  }
  gatherStrided(lowerer, scope, node, std::move(strides), offset);
}

void lowerAsStrided(Lowerer& lowerer, Scope& scope, const Node& node) {
  gatherStrided(lowerer, scope, node, node.attributes.dims("strides"),
                node.attributes.dim("offset"));
}

void lowerConcat(Lowerer& lowerer, Scope& scope, const Node& node) {
  const BufferId to = lowerer.result(scope, node, 0);
  const auto axis = static_cast<std::size_t>(node.attributes.integer("axis"));
  const std::vector<Dim> strides = rowMajorStrides(resultType(scope, node).shape);
  Dim offset = 0;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const Shape& part = operandType(scope, node, i).shape;
    const BufferId from = operand(lowerer, scope, node, i);
    const BufferId place = scope.destinations[node.inputs[i].index];
    const bool isThere = from == place && lowerer.buffer(from).storage == Buffer::Storage::view &&
                         lowerer.buffer(from).index == to && lowerer.buffer(from).offset == offset;
    if (!isThere) {
      emit(lowerer, scope, node, {from, to, part, rowMajorStrides(part), strides, 0, offset});
    }
    offset = offset + part[axis] * strides[axis];
  }
}

// x with a strided part of it replaced by y.
void insertStrided(Lowerer& lowerer, Scope& scope, const Node& node, std::vector<Dim> strides,
                   const Dim& offset) {
  const BufferId to = lowerer.result(scope, node, 0);
  Step step;
  step.kernel = "copy";
  step.args = {Lowering::read(operand(lowerer, scope, node, 0)), Lowering::write(to),
               Lowering::integer(resultType(scope, node).elementCount())};
  step.inPlace = {{to, operand(lowerer, scope, node, 0)}};
  step.origin = node.origin;
  step.title = name(node.op);
  scope.steps.push_back(std::move(step));
  const Shape& part = operandType(scope, node, 1).shape;
  emit(lowerer, scope, node,
       {operand(lowerer, scope, node, 1), to, part, rowMajorStrides(part), std::move(strides), 0,
        offset});
}

void lowerInsertSlice(Lowerer& lowerer, Scope& scope, const Node& node) {
  const std::vector<Dim> starts = node.attributes.dims("starts");
  const std::vector<std::int64_t> steps = node.attributes.integers("steps");
  std::vector<Dim> strides = rowMajorStrides(resultType(scope, node).shape);
  Dim offset = 0;
  for (std::size_t d = 0; d < strides.size(); ++d) {
    offset = offset + starts[d] * strides[d];
    strides[d] = strides[d] * Dim(steps[d]);
  }
  insertStrided(lowerer, scope, node, std::move(strides), offset);
}

void lowerInsertStrided(Lowerer& lowerer, Scope& scope, const Node& node) {
  insertStrided(lowerer, scope, node, node.attributes.dims("strides"),
                node.attributes.dim("offset"));
}

struct Row {
  Op op;
  void (*lower)(Lowerer&, Scope&, const Node&);
};

constexpr Row kRows[] = {
    {Op::reshape, lowerReshape},
    {Op::permute, lowerPermute},
    {Op::expand, lowerExpand},
    {Op::slice, lowerSlice},
    {Op::flip, lowerFlip},
    {Op::as_strided, lowerAsStrided},
    {Op::concat, lowerConcat},
    {Op::insert_slice, lowerInsertSlice},
    {Op::insert_strided, lowerInsertStrided},
};

}  // namespace

bool lowerMovement(Lowerer& lowerer, Scope& scope, const Node& node) {
  const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const Row& candidate) { return candidate.op == node.op; });
  if (row == std::end(kRows)) return false;
  row->lower(lowerer, scope, node);
  return true;
}

}  // namespace mcc
