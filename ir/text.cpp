// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints modules as text: symbols, guards, then the graph. The README here shows the form.
#include "ir/text.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "ir/text_attribute.h"
#include "ir/text_syntax.h"

namespace mcc {

namespace {

using syntax::quoted;
using syntax::wordOrQuoted;

constexpr std::size_t kLineLength = 100;  // beyond it, inputs and outputs get lines of their own

std::string spaces(std::size_t count) { return std::string(count, ' '); }

// "(a, b)", or one part per line where that gets too long.
std::string inParentheses(const std::vector<std::string>& parts, std::size_t column,
                          std::size_t indent) {
  std::size_t length = column;
  for (const std::string& part : parts) length += part.size() + 2;
  const bool wrap = length > kLineLength && parts.size() > 1;
  const std::string between = wrap ? ",\n" + spaces(indent + 4) : ", ";
  std::string result = wrap ? "(\n" + spaces(indent + 4) : "(";
  for (std::size_t i = 0; i < parts.size(); ++i) result += (i == 0 ? "" : between) + parts[i];
  return result + ")";
}

// Names of one graph's values: as they are, made unique; numbers for those without.
class Names {
 public:
  explicit Names(const Graph& graph) : graph_(&graph), names_(graph.valueCount()) {}

  std::string operator()(ValueId value) {
    if (!value.valid()) return "none";
    if (value.index >= names_.size()) return "%out_of_range";  // of a graph that isn't well formed
    std::string& name = names_[value.index];
    if (name.empty()) name = unique((*graph_)[value].name);
    return "%" + name;
  }

 private:
  std::string unique(const std::string& wanted) {
    if (wanted.empty()) return std::to_string(unnamed_++);
    std::string base;
    for (const char c : wanted) base += syntax::isWordChar(c) || c == '.' ? c : '_';
    if (syntax::isDigit(base[0])) base.insert(0, "_");
    std::string name = base;
    for (int suffix = 1; !taken_.insert(name).second; ++suffix) {
      name = base + "_" + std::to_string(suffix);
    }
    return name;
  }

  const Graph* graph_;
  std::vector<std::string> names_;  // by ValueId::index
  std::set<std::string> taken_;
  std::int64_t unnamed_ = 0;
};

class Printer {
 public:
  Printer(Sidecar* sidecar, const TextOptions& options) : sidecar_(sidecar), options_(options) {}

  std::string module(const Module& module) {
    if (module.inputs.size() > module.graph.inputs.size() ||
        module.outputs.size() > module.graph.outputs.size()) {
      throw InternalError("a module describes more inputs or outputs than its graph has");
    }
    out_ = "module " + quoted(module.name) + " {\n";
    symbols(module);
    guards(module);
    graph(module.graph, 2, &module);
    return out_ + "}\n";
  }

 private:
  void symbols(const Module& module) {
    if (module.symbols.empty()) return;
    out_ += "  symbols {\n";
    for (const auto& [name, symbol] : module.symbols) {
      const Range& range = symbol.range;
      out_ += "    " + wordOrQuoted(name) + ": " + std::to_string(range.min) + ".." +
              (range.bounded() ? std::to_string(range.max) : "") + " " + quoted(symbol.name) +
              " from " + sourceText(symbol) + "\n";
    }
    out_ += "  }\n";
  }

  static std::string sourceText(const Symbol& symbol) {
    if (symbol.source == Symbol::Source::node) return "node";
    const std::string input = "input " + std::to_string(symbol.input);
    if (symbol.source == Symbol::Source::inputValue) return input;
    const std::string dim = input + " dim " + std::to_string(symbol.dim);
    return symbol.multipleOf == 1 ? dim : dim + " times " + std::to_string(symbol.multipleOf);
  }

  void guards(const Module& module) {
    constexpr const char* kRelations[] = {"equal", "notEqual", "less", "lessEqual"};
    if (module.guards.empty()) return;
    out_ += "  guards {\n";
    for (const Guard& guard : module.guards) {
      out_ += std::string("    ") + kRelations[static_cast<std::size_t>(guard.relation)] + "(" +
              guard.left.text() + ", " + guard.right.text() + ") " + quoted(guard.text) + "\n";
    }
    out_ += "  }\n";
  }

  // `module`: whose main graph it is; null for a region.
  void graph(const Graph& graph, std::size_t indent, const Module* module) {
    Names names(graph);
    std::vector<std::string> inputs;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
      const Value& value = graph[graph.inputs[i]];
      inputs.push_back(names(graph.inputs[i]) + ": " + syntax::typeText(value.type) +
                       (module == nullptr ? "" : inputText(*module, i, names(graph.inputs[i]))));
    }
    out_ += spaces(indent) + "graph" + inParentheses(inputs, indent + 7, indent) + " {\n";
    for (const NodeId id : graph.order()) node(graph, graph[id], names, indent + 2);
    std::vector<std::string> outputs;
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
      outputs.push_back(names(graph.outputs[i]) +
                        (module == nullptr ? "" : outputText(*module, i, names(graph.outputs[i]))));
    }
    out_ += spaces(indent + 2) + "return " + inParentheses(outputs, indent + 9, indent + 2) + "\n";
    out_ += spaces(indent) + "}\n";
  }

  // What is not described is the user's and named as the value: so the parser takes it, too.
  std::string inputText(const Module& module, std::size_t i, const std::string& value) {
    if (i >= module.inputs.size()) return " as " + quoted(value.substr(1));  // without %
    const InputInfo& info = module.inputs[i];
    return std::string(" as ") + (info.kind == InputKind::state ? "state " : "") +
           (info.isScalar ? "scalar " : "") + quoted(info.name) +
           (info.initial ? " = " + syntax::tensorText(info.initial, sidecar_) : "");
  }

  static std::string outputText(const Module& module, std::size_t i, const std::string& value) {
    constexpr const char* kKinds[] = {"", "state ", "mutation "};
    if (i >= module.outputs.size()) return " as " + quoted(value.substr(value[0] == '%' ? 1 : 0));
    const OutputInfo& info = module.outputs[i];
    return std::string(" as ") + kKinds[static_cast<std::size_t>(info.kind)] +
           (info.isScalar ? "scalar " : "") + quoted(info.name) +
           (info.kind == OutputKind::user ? "" : " of " + std::to_string(info.target));
  }

  void node(const Graph& graph, const Node& node, Names& names, std::size_t indent) {
    std::string results;
    std::string types;
    for (const ValueId output : node.outputs) {
      results += (results.empty() ? "" : ", ") + names(output);
      types += (types.empty() ? " : " : ", ") + syntax::typeText(graph[output].type);
    }
    std::string operands;
    for (const ValueId input : node.inputs) {
      operands += (operands.empty() ? "(" : ", ") + names(input);
    }
    if (!operands.empty()) operands += ")";
    out_ += spaces(indent) + results + (results.empty() ? "" : " = ") + name(node.op);
    if (!node.target.empty()) out_ += " " + quoted(node.target);
    out_ += operands + syntax::attributesText(node.attributes, sidecar_) + types;
    if (!node.regions.empty()) out_ += " regions {";
    if (options_.origins && node.origin != Origin()) out_ += "  // " + originText(node.origin);
    out_ += "\n";
    if (node.regions.empty()) return;
    for (const Graph& region : node.regions) this->graph(region, indent + 2, nullptr);
    out_ += spaces(indent) + "}\n";
  }

  // "net.py:12 features.0 conv2d_3"; "-" for what is empty, quotes where needed.
  static std::string originText(const Origin& origin) {
    const auto field = [](const std::string& text) -> std::string {
      constexpr std::string_view kPlain = "_./<>+-";
      const bool plain = std::all_of(text.begin(), text.end(), [&](char c) {
        return syntax::isWordChar(c) || kPlain.find(c) != std::string_view::npos;
      });
      if (text.empty()) return "-";
      return plain && text != "-" ? text : quoted(text);
    };
    return field(origin.file) + ":" + std::to_string(origin.line) + " " + field(origin.module) +
           " " + field(origin.node);
  }

  Sidecar* sidecar_;
  const TextOptions& options_;
  std::string out_;
};

}  // namespace

std::string print(const Module& module, Sidecar* sidecar, const TextOptions& options) {
  return Printer(sidecar, options).module(module);
}

}  // namespace mcc
