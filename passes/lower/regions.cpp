// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowering of control flow: bodies become nested lists of steps.
#include "passes/lower/lowerer.h"

namespace mcc {
namespace {

std::vector<BufferId> operandsOf(Lowerer& lowerer, Scope& scope, const Node& node) {
  std::vector<BufferId> out;
  for (const ValueId input : node.inputs) out.push_back(lowerer.operand(scope, input));
  return out;
}

std::vector<BufferId> resultsOf(Lowerer& lowerer, Scope& scope, const Node& node) {
  std::vector<BufferId> out;
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    out.push_back(lowerer.result(scope, node, i));
  }
  return out;
}

Step stepOf(const Node& node, Step::Kind kind, std::size_t bodies) {
  Step step;
  step.kind = kind;
  step.origin = node.origin;
  step.title = name(node.op);
  step.bodies.resize(bodies);
  return step;
}

void lowerCond(Lowerer& lowerer, Scope& scope, const Node& node) {
  Step step = stepOf(node, Step::Kind::branch, 2);
  std::vector<BufferId> operands = operandsOf(lowerer, scope, node);
  step.condition = operands[0];
  operands.erase(operands.begin());
  const std::vector<BufferId> results = resultsOf(lowerer, scope, node);
  for (std::size_t i = 0; i < 2; ++i) {
    lowerer.graph(node.regions.at(i), operands, results, step.bodies[i]);
  }
  scope.steps.push_back(std::move(step));
}

// Carried values live in the results' buffers; the body computes the next ones beside them, so that
// a body that swaps two of them reads the old ones.
void lowerBody(Lowerer& lowerer, const Node& node, const Graph& body,
               const std::vector<BufferId>& inputs, const std::vector<BufferId>& results,
               std::size_t carried, std::vector<BufferId> outputs, std::vector<Step>& steps) {
  for (std::size_t i = 0; i < carried; ++i) {
    outputs[i] =
        lowerer.arena(body[body.outputs[i]].type, lowerer.buffer(results[i]).name + "_next");
  }
  lowerer.graph(body, inputs, outputs, steps);
  for (std::size_t i = 0; i < carried; ++i) {
    lowerer.copy(outputs[i], results[i], node.origin, steps);
  }
}

void copyInitial(Lowerer& lowerer, Scope& scope, const Node& node,
                 const std::vector<BufferId>& operands, const std::vector<BufferId>& results,
                 std::size_t carried) {
  for (std::size_t i = 0; i < carried; ++i) {
    lowerer.copy(operands[i], results[i], node.origin, scope.steps);
  }
}

void lowerWhile(Lowerer& lowerer, Scope& scope, const Node& node) {
  Step step = stepOf(node, Step::Kind::loop, 2);
  const auto carried = static_cast<std::size_t>(node.attributes.integer("carried"));
  std::vector<BufferId> operands = operandsOf(lowerer, scope, node);
  const std::vector<BufferId> results = resultsOf(lowerer, scope, node);
  copyInitial(lowerer, scope, node, operands, results, carried);
  for (std::size_t i = 0; i < carried; ++i) operands[i] = results[i];
  const Graph& condition = node.regions.at(0);
  step.condition = lowerer.arena(condition[condition.outputs.at(0)].type, "go_on");
  lowerer.graph(condition, operands, {step.condition}, step.bodies[0]);
  lowerBody(lowerer, node, node.regions.at(1), operands, results, carried,
            std::vector<BufferId>(carried, kNoBuffer), step.bodies[1]);
  scope.steps.push_back(std::move(step));
}

void lowerScan(Lowerer& lowerer, Scope& scope, const Node& node) {
  Step step = stepOf(node, Step::Kind::repeat, 1);
  const auto carried = static_cast<std::size_t>(node.attributes.integer("carried"));
  const auto scanned = static_cast<std::size_t>(node.attributes.integer("scanned"));
  const Graph& body = node.regions.at(0);
  std::vector<BufferId> operands = operandsOf(lowerer, scope, node);
  const std::vector<BufferId> results = resultsOf(lowerer, scope, node);
  copyInitial(lowerer, scope, node, operands, results, carried);
  for (std::size_t i = 0; i < carried; ++i) operands[i] = results[i];
  step.symbol = lowerer.freshSymbol();
  step.count = scanned > 0 ? scope.graph[node.inputs[carried]].type.dim(0) : Dim(0);
  const Dim turn = Dim::symbol(step.symbol);
  const Dim at = node.attributes.boolean("reverse") ? step.count - Dim(1) - turn : turn;
  for (std::size_t i = carried; i < carried + scanned; ++i) {
    const TensorType& slice = body[body.inputs[i]].type;
    operands[i] = lowerer.viewOf(operands[i], slice, at * slice.elementCount(), "slice");
  }
  std::vector<BufferId> outputs(carried, kNoBuffer);
  for (std::size_t i = carried; i < results.size(); ++i) {
    const TensorType& slice = body[body.outputs[i]].type;
    outputs.push_back(lowerer.viewOf(results[i], slice, at * slice.elementCount(), "slice"));
  }
  lowerBody(lowerer, node, body, operands, results, carried, outputs, step.bodies[0]);
  scope.steps.push_back(std::move(step));
}

}  // namespace

bool lowerRegions(Lowerer& lowerer, Scope& scope, const Node& node) {
  switch (node.op) {
    case Op::cond:
      lowerCond(lowerer, scope, node);
      return true;
    case Op::while_loop:
      lowerWhile(lowerer, scope, node);
      return true;
    case Op::scan:
      lowerScan(lowerer, scope, node);
      return true;
    default:
      return false;
  }
}

}  // namespace mcc
