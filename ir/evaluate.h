// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference evaluator: runs a graph of core operators on the host. Constant folding and every
// test lean on it, so it favours clarity over speed.
#pragma once
#include <map>
#include <vector>

#include "ir/module.h"

namespace mcc {

// A run-time check that failed: what `run` of the generated program would return.
struct EvaluationFault : Error {
  enum class Kind : std::uint8_t { size = 1, guard, index, division, assertion } kind;
  EvaluationFault(Kind why, const std::string& message) : Error(message), kind(why) {}
};

// Results of one node on concrete operands (null: absent). Symbols it defines go into `bindings`.
std::vector<Tensor> evaluateNode(const Node& node, const std::vector<const Tensor*>& operands,
                                 Bindings& bindings);

// Results of a graph (in the order of graph.outputs).
std::vector<Tensor> evaluateGraph(const Graph& graph, const std::vector<Tensor>& inputs,
                                  Bindings& bindings);

// Runs a module as its callers do: user inputs in, user outputs out; keeps state between calls and
// writes mutated user inputs back. Checks ranges and guards.
class Evaluator {
 public:
  explicit Evaluator(const Module& module);
  std::vector<Tensor> run(std::vector<Tensor>& userInputs);
  void reset();

 private:
  Bindings bindSymbols(const std::vector<Tensor>& inputs) const;
  const Module& module_;
  std::vector<Tensor> state_;  // parallel to module.inputs; empty for user inputs
};

}  // namespace mcc
