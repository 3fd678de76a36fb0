// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses modules from text: symbols, guards, then the graph.
#include <algorithm>
#include <array>
#include <map>

#include "ir/diagnostics.h"
#include "ir/text.h"
#include "ir/text_reader.h"
#include "ir/text_syntax.h"

namespace mcc {

namespace {

class Parser {
 public:
  Parser(const std::string& text, const Sidecar& sidecar) : in_(text, sidecar) {}

  Module module() {
    Module result;
    in_.expectWord("module");
    result.name = in_.quotedString();
    in_.expect("{");
    if (in_.acceptWord("symbols")) symbols(result);
    if (in_.acceptWord("guards")) guards(result);
    result.graph = graph(&result);
    in_.expect("}");
    if (!in_.atEnd()) in_.fail("text after the end of the module");
    return result;
  }

 private:
  using ValueNames = std::map<std::string, ValueId>;

  std::uint32_t index() {
    const std::int64_t value = in_.integer();
    if (value < 0 || value > INT32_MAX) in_.fail("an index out of range");
    return static_cast<std::uint32_t>(value);
  }

  void symbols(Module& module) {
    in_.expect("{");
    while (!in_.accept("}")) {
      const std::string name = in_.wordOrQuoted();
      Symbol symbol;
      in_.expect(":");
      symbol.range.min = in_.integer();
      in_.expect("..");
      if (!in_.at("\"")) symbol.range.max = in_.integer();
      symbol.name = in_.quotedString();
      in_.expectWord("from");
      if (!in_.acceptWord("node")) symbolSource(symbol);
      if (!module.symbols.emplace(name, symbol).second) in_.fail("symbol '" + name + "' twice");
    }
  }

  void symbolSource(Symbol& symbol) {
    in_.expectWord("input");
    symbol.source = Symbol::Source::inputValue;
    symbol.input = index();
    if (!in_.acceptWord("dim")) return;
    symbol.source = Symbol::Source::inputDim;
    symbol.dim = in_.integer();
    if (in_.acceptWord("times")) symbol.multipleOf = in_.integer();
  }

  void guards(Module& module) {
    constexpr std::array<std::string_view, 4> kRelations = {"equal", "notEqual", "less",
                                                            "lessEqual"};
    in_.expect("{");
    while (!in_.accept("}")) {
      const std::string relation = in_.word();
      const auto at = std::find(kRelations.begin(), kRelations.end(), relation);
      if (at == kRelations.end()) in_.fail("unknown relation '" + relation + "'");
      Guard guard;
      guard.relation = static_cast<Guard::Relation>(at - kRelations.begin());
      in_.expect("(");
      guard.left = in_.size();
      in_.expect(",");
      guard.right = in_.size();
      in_.expect(")");
      guard.text = in_.quotedString();
      module.guards.push_back(std::move(guard));
    }
  }

  // `module`: receives what the inputs and outputs mean; null for a region.
  Graph graph(Module* module) {
    const syntax::TextReader::Nesting nesting(in_);
    Graph result;
    ValueNames names;
    in_.expectWord("graph");
    in_.expect("(");
    while (!in_.at(")")) {
      const std::string name = in_.valueName();
      in_.expect(":");
      const ValueId value = result.addInput(storedName(name), in_.type());
      define(names, name, value);
      if (module != nullptr) module->inputs.push_back(inputInfo(name));
      if (!in_.accept(",")) break;
    }
    in_.expect(")");
    in_.expect("{");
    while (!in_.acceptWord("return")) node(result, names);
    in_.expect("(");
    while (!in_.at(")")) {
      const bool named = in_.at("%");
      const std::string name = named ? in_.valueName() : (in_.expectWord("none"), "none");
      result.outputs.push_back(named ? find(names, name) : ValueId());
      if (module != nullptr) module->outputs.push_back(outputInfo(name));
      if (!in_.accept(",")) break;
    }
    in_.expect(")");
    in_.expect("}");
    return result;
  }

  InputInfo inputInfo(const std::string& valueName) {
    InputInfo info;
    info.name = valueName;
    if (!in_.acceptWord("as")) return info;
    if (in_.acceptWord("state")) info.kind = InputKind::state;
    info.isScalar = in_.acceptWord("scalar");
    info.name = in_.quotedString();
    if (in_.accept("=")) info.initial = in_.tensor();
    return info;
  }

  OutputInfo outputInfo(const std::string& valueName) {
    OutputInfo info;
    info.name = valueName;
    if (!in_.acceptWord("as")) return info;
    if (in_.acceptWord("state")) info.kind = OutputKind::state;
    if (in_.acceptWord("mutation")) info.kind = OutputKind::mutation;
    info.isScalar = in_.acceptWord("scalar");
    info.name = in_.quotedString();
    if (in_.acceptWord("of")) info.target = index();
    return info;
  }

  void node(Graph& graph, ValueNames& names) {
    std::vector<std::string> results;
    while (in_.at("%")) {
      results.push_back(in_.valueName());
      if (names.contains(results.back())) in_.fail("%" + results.back() + " is defined twice");
      if (!in_.accept(",")) break;
    }
    if (!results.empty()) in_.expect("=");
    Node node;
    const std::string opName = in_.word();
    const auto op = opFromName(opName);
    if (!op) in_.fail("unknown operator '" + opName + "'");
    node.op = *op;
    if (in_.at("\"")) node.target = in_.quotedString();
    operands(node, names);
    node.attributes = in_.attributes();
    std::vector<TensorType> types;
    if (!results.empty()) in_.expect(":");
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (i > 0) in_.expect(",");
      types.push_back(in_.type());
    }
    regionsAndOrigin(node);
    const NodeId id = graph.append(std::move(node), types);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const ValueId value = graph[id].outputs[i];
      graph[value].name = storedName(results[i]);
      define(names, results[i], value);
    }
  }

  void operands(Node& node, const ValueNames& names) {
    if (!in_.accept("(")) return;
    while (!in_.at(")")) {
      node.inputs.push_back(in_.acceptWord("none") ? ValueId() : find(names, in_.valueName()));
      if (!in_.accept(",")) break;
    }
    in_.expect(")");
  }

  void regionsAndOrigin(Node& node) {
    node.origin = in_.origin();
    if (node.origin != Origin() || !in_.acceptWord("regions")) return;
    in_.expect("{");
    node.origin = in_.origin();
    while (!in_.accept("}")) node.regions.push_back(graph(nullptr));
  }

  // Numbers stand for values without a name.
  static std::string storedName(const std::string& name) {
    return syntax::isDigit(name[0]) ? "" : name;
  }

  void define(ValueNames& names, const std::string& name, ValueId value) {
    if (!names.emplace(name, value).second) in_.fail("%" + name + " is defined twice");
  }

  ValueId find(const ValueNames& names, const std::string& name) {
    const auto found = names.find(name);
    if (found == names.end()) in_.fail("%" + name + " is not defined");
    return found->second;
  }

  syntax::TextReader in_;
};

}  // namespace

Module parse(const std::string& text, const Sidecar& sidecar) {
  return Parser(text, sidecar).module();
}

}  // namespace mcc
