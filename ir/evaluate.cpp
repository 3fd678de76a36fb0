// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running graphs node by node.
#include "ir/evaluate.h"

#include "ir/op_def.h"

namespace mcc {

std::int64_t EvalContext::integer(const std::string& attribute) const {
  return node.attributes.dim(attribute).evaluate(bindings);
}

Sizes EvalContext::integers(const std::string& attribute) const {
  Sizes out;
  for (const Dim& dim : node.attributes.dims(attribute)) out.push_back(dim.evaluate(bindings));
  return out;
}

Sizes EvalContext::shapeOf(std::size_t result) const {
  Sizes out;
  for (const Dim& dim : resultTypes[result].shape) out.push_back(dim.evaluate(bindings));
  return out;
}

Tensor EvalContext::make(std::size_t result) const {
  return Tensor(resultTypes[result].dtype, shapeOf(result));
}

std::vector<Tensor> evaluateNode(const Node& node, const std::vector<const Tensor*>& operands,
                                 Bindings& bindings) {
  const OpDef& def = opDef(node.op);
  if (def.evaluate == nullptr) {
    throw Error(std::string("operator ") + name(node.op) + " " + node.target +
                " can't be evaluated on the host");
  }
  std::vector<TensorType> types(operands.size());
  EvalContext context{node, {}, {}, {}, bindings, {}, {}};
  OpView view{node, {}};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    context.present.push_back(operands[i] != nullptr);
    context.inputs.push_back(operands[i] != nullptr ? *operands[i] : Tensor());
    types[i] = context.inputs[i].type();
    view.inputs.push_back(operands[i] != nullptr ? &types[i] : nullptr);
  }
  context.resultTypes = def.infer(view);
  context.runRegion = [&](std::size_t region, const std::vector<Tensor>& inputs) {
    return evaluateGraph(node.regions.at(region), inputs, bindings);
  };
  def.evaluate(context);
  return std::move(context.results);
}

std::vector<Tensor> evaluateGraph(const Graph& graph, const std::vector<Tensor>& inputs,
                                  Bindings& bindings) {
  std::vector<Tensor> values(graph.valueCount());
  std::vector<std::uint32_t> uses = graph.useCounts();
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) values[graph.inputs[i].index] = inputs[i];
  for (const NodeId id : graph.order()) {
    const Node& node = graph[id];
    std::vector<const Tensor*> operands;
    for (const ValueId input : node.inputs) {
      operands.push_back(input.valid() ? &values[input.index] : nullptr);
    }
    std::vector<Tensor> results;
    try {
      results = evaluateNode(node, operands, bindings);
    } catch (Error& error) {
      if (error.origin == Origin{}) error.origin = node.origin;
      throw;
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      values[node.outputs[i].index] = std::move(results[i]);
    }
    for (const ValueId input : node.inputs) {  // frees what nobody reads any more
      if (input.valid() && --uses[input.index] == 0) values[input.index] = Tensor();
    }
  }
  std::vector<Tensor> outputs;
  for (const ValueId output : graph.outputs) outputs.push_back(values[output.index]);
  return outputs;
}

}  // namespace mcc
