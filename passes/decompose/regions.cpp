// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Higher-order operators: control flow, and regions that only set a mode.
#include <algorithm>
#include <string_view>

#include "ir/diagnostics.h"
#include "passes/decompose/promotion.h"
#include "passes/decompose/shapes.h"

namespace mcc {
namespace {

using Values = std::vector<ValueId>;

// A one-element condition as a 0-d bool.
ValueId asPredicate(Builder& builder, ValueId condition) {
  return builder.reshape(builder.cast(condition, DType::boolean), {});
}

void cond(AtenCall& call) {
  Values operands = {asPredicate(call, call.tensor("pred"))};
  for (const ValueId operand : call.tensors("operands")) operands.push_back(operand);
  call.results(call.makeAll(Op::cond, operands, {}, {call.region(0), call.region(1)}));
}

void whileLoop(AtenCall& call) {
  Values operands = call.tensors("carried_inputs");
  const auto carried = static_cast<std::int64_t>(operands.size());
  for (const ValueId constant : call.tensors("additional_inputs")) operands.push_back(constant);
  Graph condition = call.region(0);
  if (condition.outputs.size() != 1 || !condition.outputs[0].valid()) {
    throw Error(call.target() + ": the condition must return one bool");
  }
  Builder inside(condition, {}, call.node().origin);
  const ValueId predicate = asPredicate(inside, condition.outputs[0]);
  condition.outputs[0] = predicate;
  call.results(call.makeAll(Op::while_loop, operands, {{"carried", carried}},
                            {std::move(condition), call.region(1)}));
}

Values scanned(AtenCall& call, Graph body, const Values& init, const Values& xs,
               const Values& constants) {
  Values operands = init;
  operands.insert(operands.end(), xs.begin(), xs.end());
  operands.insert(operands.end(), constants.begin(), constants.end());
  return call.makeAll(Op::scan, operands,
                      {{"carried", static_cast<std::int64_t>(init.size())},
                       {"scanned", static_cast<std::int64_t>(xs.size())},
                       {"reverse", false}},
                      {std::move(body)});
}

void scan(AtenCall& call) {
  const Values init = call.tensors("init"), xs = call.tensors("xs");
  call.results(scanned(call, call.region(0), init, xs, call.tensors("additional_inputs")));
}

void map(AtenCall& call) {
  const Values xs = call.tensors("xs");
  call.results(scanned(call, call.region(0), {}, xs, call.tensors("pos_args")));
}

// The first slices are the first results; every later one combines what there is with its slice.
void associativeScan(AtenCall& call) {
  const Values xs = call.tensors("xs");
  Graph body = call.region(0);
  const Values combined = body.outputs;
  body.outputs.insert(body.outputs.end(), combined.begin(), combined.end());
  Values init, rest;
  for (const ValueId x : xs) {
    init.push_back(selected(call, x, 0, Dim(0)));
    rest.push_back(call.slice(x, 0, Dim(1), call.dim(x, 0) - Dim(1)));
  }
  const Values v = scanned(call, std::move(body), init, rest, call.tensors("additional_inputs"));
  Values results;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    results.push_back(call.concat({call.unsqueeze(init[i], 0), v.at(xs.size() + i)}, 0));
  }
  call.results(results);
}

// ---- regions that become part of their surroundings ----

Values inlined(AtenCall& call, const Graph& region, const Values& operands) {
  if (region.inputs.size() != operands.size()) {
    throw Error(call.target() + ": the region takes another number of values");
  }
  Values values(region.valueCount());
  for (std::size_t i = 0; i < operands.size(); ++i) values[region.inputs[i].index] = operands[i];
  for (const NodeId id : region.order()) {
    Node node = region[id];
    std::vector<TensorType> types;
    for (const ValueId output : node.outputs) types.push_back(region[output].type);
    for (ValueId& input : node.inputs) {
      if (input.valid()) input = values[input.index];
    }
    const NodeId made = call.graph().append(std::move(node), types);
    for (std::size_t i = 0; i < types.size(); ++i) {
      values[region[id].outputs[i].index] = call.graph()[made].outputs[i];
    }
  }
  Values results;
  for (const ValueId output : region.outputs) {
    results.push_back(output.valid() ? values[output.index] : ValueId{});
  }
  return results;
}

void withGradients(AtenCall& call) {
  call.results(inlined(call, call.region(0), call.node().inputs));
}

// Operators that autocast runs in the lower precision. Others keep their types here; where PyTorch
// converts them too, the recorded types contradict and the program is refused.
constexpr std::string_view kLowered[] = {
    "addbmm",
    "addmm",
    "baddbmm",
    "bmm",
    "chain_matmul",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "convolution",
    "einsum",
    "linalg_vecdot",
    "linear",
    "matmul",
    "mm",
    "mv",
    "scaled_dot_product_attention",
};

bool isLowered(const Node& node) {
  if (node.op != Op::aten || !node.target.starts_with("aten.")) return false;
  const std::string_view name =
      std::string_view(node.target).substr(5, node.target.find('.', 5) - 5);
  return std::find(std::begin(kLowered), std::end(kLowered), name) != std::end(kLowered);
}

void lowerPrecision(Graph& graph, DType dtype) {
  const std::vector<NodeId> order = graph.order();
  for (const NodeId id : order) {
    if (!isLowered(graph[id])) continue;
    Builder builder(graph, id, graph[id].origin);
    const Values inputs = graph[id].inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const bool real = inputs[i].valid() && isFloat(builder.dtype(inputs[i])) &&
                        builder.dtype(inputs[i]) != DType::f64;
      if (!real) continue;
      const ValueId lowered = builder.cast(inputs[i], dtype);
      graph[id].inputs[i] = lowered;
    }
  }
}

void withAutocast(AtenCall& call) {
  Graph region = call.node().regions.at(0);
  if (call.boolean("enabled")) {
    const auto dtype = call.optionalDtype("dtype");
    lowerPrecision(region, dtype.value_or(DType::bf16));
  }
  call.results(inlined(call, call.decomposed(region), call.node().inputs));
}

constexpr Rule kRegionsRules[] = {
    {"higher_order.associative_scan", associativeScan},
    {"higher_order.cond", cond},
    {"higher_order.map_impl", map},
    {"higher_order.scan", scan},
    {"higher_order.while_loop", whileLoop},
    {"higher_order.wrap_with_autocast", withAutocast},
    {"higher_order.wrap_with_set_grad_enabled", withGradients},
};

}  // namespace

std::span<const Rule> regionsRules();
std::span<const Rule> regionsRules() {
  return kRegionsRules;
}

}  // namespace mcc
