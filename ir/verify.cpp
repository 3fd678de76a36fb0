// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of structure, types, stages and symbols, graph by graph.
#include "ir/verify.h"

#include <set>

#include "ir/op_def.h"

namespace mcc {
namespace {

bool contradict(const Dim& a, const Dim& b) {
  return a.isConstant() && b.isConstant() && a != b;
}

bool contradict(const TensorType& a, const TensorType& b) {
  if (a.dtype != b.dtype || a.rank() != b.rank()) return true;
  for (std::int64_t d = 0; d < a.rank(); ++d) {
    if (contradict(a.dim(d), b.dim(d))) return true;
  }
  return false;
}

class Verifier {
 public:
  Verifier(const Graph& graph, Stage stage) : graph_(graph), stage_(stage) {}

  void run() {
    defined_.assign(graph_.valueCount(), false);
    for (const ValueId input : graph_.inputs) define(input, "an input");
    for (const NodeId id : graph_.order()) visit(id);
    for (const ValueId output : graph_.outputs) {
      if (!isDefined(output)) throw InternalError("an output of the graph is not defined");
    }
  }

 private:
  bool isDefined(ValueId value) const {
    return value.valid() && value.index < defined_.size() && defined_[value.index];
  }

  void define(ValueId value, const std::string& by) {
    if (!value.valid() || value.index >= defined_.size()) {
      throw InternalError(by + " is a value that does not exist");
    }
    if (defined_[value.index]) throw InternalError(by + " is defined twice");
    defined_[value.index] = true;
  }

  [[noreturn]] static void fail(const Node& node, const std::string& what) {
    throw InternalError(std::string(name(node.op)) + " " + node.target + " (node " +
                        node.origin.node + "): " + what);
  }

  void visit(NodeId id) {
    if (id.index >= graph_.nodeCount()) throw InternalError("a node that does not exist");
    const Node& node = graph_[id];
    for (const ValueId input : node.inputs) {
      if (input.valid() && !isDefined(input))
        fail(node, "an operand is used before its definition");
    }
    if (node.op == Op::aten) {
      if (stage_ != Stage::imported) fail(node, "an exported operator is left after decomposition");
    } else {
      checkTypes(node);
    }
    for (const Graph& region : node.regions) Verifier(region, stage_).run();
    for (const ValueId output : node.outputs) {
      define(output, std::string("a result of ") + name(node.op));
      if (graph_[output].producer != id) fail(node, "a result names another producer");
    }
  }

  void checkTypes(const Node& node) const {
    std::vector<TensorType> types;
    try {
      types = inferTypes(graph_, node);
    } catch (const Error& error) {
      fail(node, error.what());
    }
    if (types.size() != node.outputs.size()) fail(node, "has the wrong number of results");
    for (std::size_t i = 0; i < types.size(); ++i) {
      const TensorType& recorded = graph_[node.outputs[i]].type;
      if (contradict(types[i], recorded)) {
        fail(node, "result " + std::to_string(i) + " is " + text(types[i]) + " but says " +
                       text(recorded));
      }
    }
  }

  const Graph& graph_;
  Stage stage_;
  std::vector<bool> defined_;
};

void checkSymbols(const Module& module) {
  for (const ValueId input : module.graph.inputs) {
    for (const Dim& dim : module.graph[input].type.shape) {
      std::vector<std::string> symbols;
      dim.collectSymbols(symbols);
      for (const std::string& symbol : symbols) {
        if (module.symbols.count(symbol) == 0) {
          throw InternalError("symbol " + symbol + " of an input is not declared");
        }
      }
    }
  }
}

}  // namespace

void verify(const Module& module, Stage stage) {
  if (module.inputs.size() != module.graph.inputs.size() ||
      module.outputs.size() != module.graph.outputs.size()) {
    throw InternalError("inputs or outputs of the module don't match its graph");
  }
  checkSymbols(module);
  Verifier(module.graph, stage).run();
}

}  // namespace mcc
