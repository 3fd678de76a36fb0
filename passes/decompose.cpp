// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rebuilds graphs node by node: core nodes are copied, ATen nodes rewritten by their rule.
#include "passes/decompose.h"

#include <algorithm>
#include <map>

#include "passes/decompose/custom_operators.h"
#include "passes/decompose/decomposer.h"
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

// Two sizes that can't both be right.
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

}  // namespace

Graph Decomposer::run(const Graph& source) {
  Graph target;
  std::vector<ValueId> map(source.valueCount());
  for (const ValueId input : source.inputs) {
    map[input.index] = target.addInput(source[input].name, replaced(source[input].type));
  }
  for (const NodeId id : source.order()) {
    Node node = source[id];
    for (ValueId& input : node.inputs) {
      if (input.valid()) input = map[input.index];
    }
    Attributes attributes;
    for (const auto& [name, value] : node.attributes.items()) {
      attributes.set(name, replaced(value));
    }
    node.attributes = std::move(attributes);
    const std::vector<ValueId> results = rewrite(target, source, id, std::move(node));
    for (std::size_t i = 0; i < results.size(); ++i) {
      map[source[id].outputs[i].index] = results[i];
      if (results[i].valid() && target[results[i]].name.empty()) {
        target[results[i]].name = source[source[id].outputs[i]].name;
      }
    }
  }
  for (const ValueId output : source.outputs) {
    target.outputs.push_back(output.valid() ? map[output.index] : ValueId{});
  }
  return target;
}

std::vector<ValueId> Decomposer::copy(Graph& target, const Graph& source, NodeId id, Node node) {
  std::vector<TensorType> types;
  for (const ValueId output : source[id].outputs) types.push_back(replaced(source[output].type));
  for (Graph& region : node.regions) region = run(region);
  const NodeId made = target.append(std::move(node), types);
  define(target, {&made, 1}, {}, {});
  return target[made].outputs;
}

std::vector<ValueId> Decomposer::rewrite(Graph& target, const Graph& source, NodeId id, Node node) {
  if (node.op != Op::aten) return copy(target, source, id, std::move(node));
  const Rule* rule = findRule(node.target);
  if (rule == nullptr && !isCustom(node)) {
    unsupported(node);
    forget(source, id);
    return copy(target, source, id, std::move(node));
  }
  std::vector<TensorType> types;
  for (const ValueId output : source[id].outputs) types.push_back(replaced(source[output].type));
  const std::size_t before = target.order().size();
  AtenCall call(target, node, types);
  call.setDecomposer(*this);
  try {
    requireValues(node);
    (rule != nullptr ? rule->rewrite : rewriteCustomOperator)(call);
    check(target, call, types);
    checkAbsent(source, id, call);
    define(target, std::span(target.order()).subspan(before), call.givenResults(), types);
    return call.givenResults();
  } catch (const Error& error) {
    diagnostics_.report(error, node.origin);
    forget(source, id);
    return copy(target, source, id, std::move(node));
  }
}

void Decomposer::check(const Graph& graph, const AtenCall& call,
                       const std::vector<TensorType>& types) const {
  const std::vector<ValueId>& given = call.givenResults();
  if (given.size() != types.size()) {
    throw Error(call.target() + ": the file records " + std::to_string(types.size()) +
                " results where the operator has " + std::to_string(given.size()));
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!given[i].valid() || !contradict(graph[given[i]].type, types[i])) continue;
    const std::string what = call.target() + ": result " + std::to_string(i) + " is " +
                             text(graph[given[i]].type) + ", but the file records " +
                             text(types[i]);
    if (!call.node().attributes.has("unreliable")) {
      throw Error(what, "the file contradicts itself; export the model again");
    }
    diagnostics_.report({Severity::warning, call.node().origin, what,
                         "torch before 2.14 recorded wrong sizes here; mcc goes by its own"});
  }
}

// Rules leave out results that only training needs; somebody may read them all the same.
void Decomposer::checkAbsent(const Graph& source, NodeId id, const AtenCall& call) const {
  const std::vector<ValueId>& given = call.givenResults();
  for (std::size_t i = 0; i < given.size(); ++i) {
    const ValueId output = source[id].outputs[i];
    if (given[i].valid() || source.useCounts()[output.index] == 0) continue;
    call.unsupported("a program that reads result " + std::to_string(i));
  }
}

Decomposer::Decomposer(const Module& module, Diagnostics& diagnostics,
                       std::vector<std::string> custom)
    : ranges_(module.ranges()), diagnostics_(diagnostics), custom_(std::move(custom)) {
  for (const auto& [name, symbol] : module.symbols) {
    if (symbol.source == Symbol::Source::node) open_.insert(name);
  }
}

TensorType Decomposer::replaced(TensorType type) const {
  if (replacements_.empty()) return type;
  for (Dim& dim : type.shape) dim = dim.substitute(replacements_);
  return type;
}

Attribute Decomposer::replaced(const Attribute& value) const {
  if (replacements_.empty()) return value;
  if (value.is<Dim>()) return value.as<Dim>().substitute(replacements_);
  if (!value.is<Attribute::List>()) return value;
  Attribute::List list;
  for (const Attribute& item : value.as<Attribute::List>()) list.push_back(replaced(item));
  return Attribute(std::move(list));
}

namespace {

void collectSymbols(const Attribute& value, std::vector<std::string>& out) {
  if (value.is<Dim>()) value.as<Dim>().collectSymbols(out);
  if (!value.is<Attribute::List>()) return;
  for (const Attribute& item : value.as<Attribute::List>()) collectSymbols(item, out);
}

}  // namespace

void Decomposer::requireValues(const Node& node) const {
  std::vector<std::string> symbols;
  for (const auto& [name, value] : node.attributes.items()) collectSymbols(value, symbols);
  for (const std::string& symbol : symbols) {
    if (open_.count(symbol) == 0) continue;
    throw Error(node.target + ": its arguments hold " + symbol +
                    ", a number that comes from data in a way mcc can't follow",
                "read the number from a tensor with item() and check it with torch._check()");
  }
}

void Decomposer::define(const Graph& graph, std::span<const NodeId> made,
                        const std::vector<ValueId>& results,
                        const std::vector<TensorType>& recorded) {
  for (const NodeId id : made) {
    const Attribute* symbol = graph[id].attributes.find("symbol");
    if (symbol != nullptr && symbol->is<std::string>()) open_.erase(symbol->as<std::string>());
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].valid()) continue;
    for (std::int64_t d = 0; d < recorded[i].rank(); ++d) {
      const auto symbol = recorded[i].dim(d).asSymbol();
      const Dim size = graph[results[i]].type.dim(d);
      if (!symbol || open_.count(*symbol) == 0 || size == recorded[i].dim(d)) continue;
      replacements_.emplace(*symbol, size);
      open_.erase(*symbol);
    }
    requireValues(graph[results[i]].type);
  }
}

// A node that was refused gives no symbol its value; one complaint is enough.
void Decomposer::forget(const Graph& source, NodeId id) {
  for (const ValueId output : source[id].outputs) {
    for (const Dim& dim : source[output].type.shape) {
      if (const auto symbol = dim.asSymbol()) open_.erase(*symbol);
    }
  }
}

void Decomposer::requireValues(const TensorType& type) const {
  std::vector<std::string> symbols;
  for (const Dim& dim : type.shape) dim.collectSymbols(symbols);
  for (const std::string& symbol : symbols) {
    if (open_.count(symbol) == 0) continue;
    throw Error("the size " + text(type.shape) + " of a result holds " + symbol +
                    ", a number that comes from data in a way mcc can't follow",
                "read the number from a tensor with item() and check it with torch._check()");
  }
}

void Decomposer::unsupported(const Node& node) {
  auto& [count, origin] = unsupported_[node.target];
  if (count++ == 0) origin = node.origin;
}

bool Decomposer::isCustom(const Node& node) {
  if (!isCustomOperator(node.target, custom_)) return false;
  customTargets_.insert(node.target);
  return true;
}

void Decomposer::reportIdlePatterns() {
  for (const std::string& pattern : custom_) {
    if (std::any_of(customTargets_.begin(), customTargets_.end(), [&](const std::string& target) {
          return isCustomOperator(target, {pattern});
        })) {
      continue;
    }
    diagnostics_.report({Severity::warning,
                         {},
                         "--custom '" + pattern + "' names no operator that this model needs",
                         "mcc has its own code for the operators it knows (`mcc ops`)"});
  }
}

void Decomposer::reportUnsupported() {
  for (const auto& [target, use] : unsupported_) {
    const auto& [count, origin] = use;
    const std::string custom = customNameOf(target);
    diagnostics_.report({Severity::error, origin,
                         "operator " + target + " is not supported (" + std::to_string(count) +
                             (count == 1 ? " use)" : " uses)"),
                         custom.empty()
                             ? "`mcc ops` lists what is; rewrite this part of the module with those"
                             : "`mcc ops` lists what is; a function of your own can compute it: "
                               "declare it with --custom '" +
                                   custom + "'"});
  }
}

void decompose(Module& module, Diagnostics& diagnostics, const std::vector<std::string>& custom) {
  Decomposer decomposer(module, diagnostics, custom);
  module.graph = decomposer.run(module.graph);
  for (const auto& [symbol, value] : decomposer.replacements()) module.symbols.erase(symbol);
  for (const std::string& symbol : decomposer.open()) module.symbols.erase(symbol);
  for (Guard& guard : module.guards) {
    guard.left = guard.left.substitute(decomposer.replacements());
    guard.right = guard.right.substitute(decomposer.replacements());
  }
  decomposer.reportUnsupported();
  decomposer.reportIdlePatterns();
}

}  // namespace mcc
