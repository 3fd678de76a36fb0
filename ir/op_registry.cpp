// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators by name and their definitions, built from ops.def and pointwise.def.
#include <array>

#include "ir/diagnostics.h"
#include "ir/op_def.h"

namespace mcc {

#define MCC_OP(name) extern const OpDef name##Def;
#include "ir/ops.def"
#undef MCC_OP
std::vector<TensorType> inferPointwise(const OpView& view);  // ops/pointwise.cpp
void evaluatePointwise(EvalContext& context);

namespace {

constexpr const char* kNames[] = {
#define MCC_OP(name) #name,
#include "ir/ops.def"
#undef MCC_OP
#define MCC_POINTWISE(name, arity, kind, ...) #name,
#include "ir/pointwise.def"
#undef MCC_POINTWISE
};

const OpDef* const kCore[] = {
#define MCC_OP(name) &name##Def,
#include "ir/ops.def"
#undef MCC_OP
};
constexpr std::size_t kCoreCount = std::size(kCore);

constexpr OpDef kPointwise[] = {
#define MCC_POINTWISE(name, arity, kind, ...) \
  {Op::name, inferPointwise, evaluatePointwise, nullptr},
#include "ir/pointwise.def"
#undef MCC_POINTWISE
};

}  // namespace

const char* name(Op op) {
  return kNames[static_cast<std::size_t>(op)];
}

std::optional<Op> opFromName(const std::string& wanted) {
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (wanted == kNames[i]) return static_cast<Op>(i);
  }
  return std::nullopt;
}

bool isPointwise(Op op) {
  return static_cast<std::size_t>(op) >= kCoreCount;
}

const OpDef& opDef(Op op) {
  const auto index = static_cast<std::size_t>(op);
  return index < kCoreCount ? *kCore[index] : kPointwise[index - kCoreCount];
}

std::vector<TensorType> inferTypes(const Graph& graph, const Node& node,
                                   std::vector<Guard>* assumed) {
  OpView view{node, {}, assumed};
  for (const ValueId input : node.inputs) {
    view.inputs.push_back(input.valid() ? &graph[input].type : nullptr);
  }
  return opDef(node.op).infer(view);
}

const TensorType& OpView::input(std::size_t i) const {
  if (!has(i)) throw Error(std::string("operand ") + std::to_string(i) + " is missing");
  return *inputs[i];
}

namespace {

// The common size of two that meet: equal, or one of them 1.
Dim joinDims(const Dim& a, const Dim& b, std::vector<Guard>* assumed) {
  if (a == Dim(1)) return b;
  if (b == Dim(1) || a == b) return a;
  if (a.isConstant() && b.isConstant()) {
    throw Error("sizes " + a.text() + " and " + b.text() + " can't be broadcast together");
  }
  if (assumed != nullptr) assumed->push_back({Guard::Relation::equal, a, b, {}});
  return a.isConstant() ? a : (b.isConstant() ? b : a);
}

}  // namespace

Shape broadcastShapes(const std::vector<Shape>& shapes, std::vector<Guard>* assumed) {
  Shape result;
  for (const Shape& shape : shapes) {
    if (shape.size() > result.size()) {
      result.insert(result.begin(), shape.size() - result.size(), Dim(1));
    }
    const std::size_t offset = result.size() - shape.size();
    for (std::size_t d = 0; d < shape.size(); ++d) {
      result[offset + d] = joinDims(result[offset + d], shape[d], assumed);
    }
  }
  return result;
}

}  // namespace mcc
