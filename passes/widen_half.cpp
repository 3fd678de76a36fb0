// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rebuilds the graph with casts where they are needed.
#include "passes/widen_half.h"

#include <algorithm>
#include <array>

#include "ir/builder.h"
#include "ir/ops/pointwise.h"

namespace mcc {
namespace {

bool isHalf(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16;
}

// These move elements and never look at their value.
constexpr std::array kMovement = {
    Op::constant,   Op::full,           Op::reshape, Op::permute, Op::expand,
    Op::slice,      Op::insert_slice,   Op::flip,    Op::pad,     Op::concat,
    Op::as_strided, Op::insert_strided, Op::index,   Op::gather,  Op::masked_scatter,
    Op::cond,       Op::while_loop,     Op::scan,    Op::call,    Op::fused,
    Op::aten};

bool movesOnly(const Node& node) {
  if (node.op == Op::index_put) return !node.attributes.boolean("accumulate");
  if (node.op == Op::scatter) return node.attributes.string("reduce") == "set";
  return isPointwise(node.op) ||
         std::find(kMovement.begin(), kMovement.end(), node.op) != kMovement.end();
}

class Widener {
 public:
  explicit Widener(const Graph& source) : source_(source), map_(source.valueCount()) {}

  Graph run() {
    for (const ValueId input : source_.inputs) {
      map_[input.index] = target_.addInput(source_[input].name, source_[input].type);
    }
    for (const NodeId id : source_.order()) visit(source_[id]);
    for (const ValueId output : source_.outputs) target_.outputs.push_back(map_[output.index]);
    return std::move(target_);
  }

 private:
  void visit(const Node& node) {
    Node made = node;
    for (ValueId& input : made.inputs) {
      if (input.valid()) input = map_[input.index];
    }
    for (Graph& region : made.regions) region = Widener(region).run();
    const auto isHalfValue = [&](ValueId value) {
      return value.valid() && isHalf(source_[value].type.dtype);
    };
    const bool touchesHalf = std::any_of(node.inputs.begin(), node.inputs.end(), isHalfValue) ||
                             std::any_of(node.outputs.begin(), node.outputs.end(), isHalfValue);
    if (!touchesHalf || movesOnly(node)) {
      copy(node, std::move(made));
    } else {
      widen(node, std::move(made));
    }
  }

  void copy(const Node& node, Node made) {
    std::vector<TensorType> types;
    for (const ValueId output : node.outputs) types.push_back(source_[output].type);
    const NodeId id = target_.append(std::move(made), types);
    for (std::size_t i = 0; i < types.size(); ++i) keep(node.outputs[i], target_[id].outputs[i]);
  }

  void keep(ValueId value, ValueId made) {
    map_[value.index] = made;
    target_[made].name = source_[value].name;
  }

  void widen(const Node& node, Node made) {
    Builder builder(target_, {}, node.origin);
    for (ValueId& input : made.inputs) {
      if (input.valid() && isHalf(builder.dtype(input))) input = builder.cast(input, DType::f32);
    }
    const Attribute* dtype = node.attributes.find("dtype");
    if (dtype != nullptr && dtype->is<DType>() && isHalf(dtype->as<DType>())) {
      made.attributes.set("dtype", DType::f32);
    }
    const std::vector<ValueId> results = builder.makeAll(
        made.op, std::move(made.inputs), std::move(made.attributes), std::move(made.regions));
    for (std::size_t i = 0; i < results.size(); ++i) {
      keep(node.outputs[i], builder.cast(results[i], source_[node.outputs[i]].type.dtype));
    }
  }

  const Graph& source_;
  Graph target_;
  std::vector<ValueId> map_;
};

}  // namespace

void widenHalf(Module& module) {
  module.graph = Widener(module.graph).run();
}

}  // namespace mcc
