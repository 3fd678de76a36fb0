// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of structure, types, stages and symbols, graph by graph.
#include "ir/verify.h"

#include <set>

#include "ir/op_def.h"

namespace mcc {
namespace {

bool contradict(const Dim& a, const Dim& b) {
  const Dim difference = a - b;
  return difference.isConstant() && difference != Dim(0);
}

bool contradict(const TensorType& a, const TensorType& b) {
  if (a.dtype != b.dtype || a.rank() != b.rank()) return true;
  for (std::int64_t d = 0; d < a.rank(); ++d) {
    if (contradict(a.dim(d), b.dim(d))) return true;
  }
  return false;
}

// Attributes that infer does not ask for, but whatever reads the node later takes for granted.
struct Required {
  Op op;
  const char* attribute;
};
constexpr Required kRequired[] = {
    {Op::full, "value"},
    {Op::iota, "start"},
    {Op::iota, "step"},
    {Op::pad, "value"},
};

// Symbols that have a value so far.
using Symbols = std::set<std::string>;

class Verifier {
 public:
  Verifier(const Graph& graph, Stage stage, Symbols& symbols)
      : graph_(graph), stage_(stage), symbols_(symbols) {}

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
    for (const Dim& dim : graph_[value].type.shape) requireSymbols(dim, by);
  }

  void requireSymbols(const Dim& dim, const std::string& where) const {
    std::vector<std::string> names;
    dim.collectSymbols(names);
    for (const std::string& name : names) {
      if (symbols_.count(name) == 0) {
        throw InternalError(where + " uses the symbol " + name + ", which has no value");
      }
    }
  }

  void checkAttribute(const Node& node, const std::string& name, const Attribute& value) const {
    if (value.is<Dim>()) {
      requireSymbols(value.as<Dim>(), "attribute " + name + " of " + node.target +
                                          mcc::name(node.op) + " (node " + node.origin.node + ")");
    } else if (value.is<Operand>()) {
      if (value.as<Operand>().index >= node.inputs.size()) {
        fail(node, "attribute " + name + " refers to an operand that the node doesn't have");
      }
    } else if (value.is<Attribute::List>()) {
      for (const Attribute& item : value.as<Attribute::List>()) checkAttribute(node, name, item);
    }
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
    for (const auto& [key, value] : node.attributes.items()) checkAttribute(node, key, value);
    const Attribute* symbol = node.attributes.find("symbol");
    if (node.op != Op::aten && symbol != nullptr) symbols_.insert(node.attributes.string("symbol"));
    if (node.op == Op::aten) {
      if (stage_ != Stage::imported) fail(node, "an exported operator is left after decomposition");
    } else {
      checkTypes(node);
    }
    for (const Graph& region : node.regions) Verifier(region, stage_, symbols_).run();
    for (const ValueId output : node.outputs) {
      define(output, std::string("a result of ") + name(node.op));
      if (graph_[output].producer != id) fail(node, "a result names another producer");
    }
  }

  void checkTypes(const Node& node) const {
    for (const Required& row : kRequired) {
      if (row.op == node.op && !node.attributes.has(row.attribute)) {
        fail(node, std::string("attribute '") + row.attribute + "' is missing");
      }
    }
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
  Symbols& symbols_;
  std::vector<bool> defined_;
};

// Those with a value before the first node runs. How nodes of the file give values to symbols is
// only known when they are decomposed.
Symbols firstSymbols(const Module& module, Stage stage) {
  Symbols symbols;
  for (const auto& [name, symbol] : module.symbols) {
    const bool isInput = symbol.source != Symbol::Source::node;
    if (isInput && symbol.input >= module.inputs.size()) {
      throw InternalError("symbol " + name + " comes from an input that does not exist");
    }
    if (isInput || stage == Stage::imported) symbols.insert(name);
  }
  return symbols;
}

void checkTargets(const Module& module) {
  for (const OutputInfo& output : module.outputs) {
    if (output.kind == OutputKind::user) continue;
    const InputKind wanted =
        output.kind == OutputKind::state ? InputKind::state : InputKind::user;
    if (output.target < module.inputs.size() && module.inputs[output.target].kind == wanted) {
      continue;
    }
    throw InternalError("output " + output.name + " is written to no such input");
  }
}

}  // namespace

void verify(const Module& module, Stage stage) {
  if (module.inputs.size() != module.graph.inputs.size() ||
      module.outputs.size() != module.graph.outputs.size()) {
    throw InternalError("inputs or outputs of the module don't match its graph");
  }
  checkTargets(module);
  Symbols symbols = firstSymbols(module, stage);
  Verifier(module.graph, stage, symbols).run();
}

}  // namespace mcc
