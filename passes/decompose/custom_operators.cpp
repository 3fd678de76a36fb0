// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matching of patterns, and nodes of unknown operators as calls.
#include "passes/decompose/custom_operators.h"

#include <algorithm>
#include <set>

#include "ir/diagnostics.h"
#include "ir/schemas.h"
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

// "demo", "scale_add", "default"; empty texts where the target is no such thing.
struct OperatorName {
  std::string space, name, overload;
};

OperatorName partsOf(const std::string& target) {
  const std::size_t first = target.find('.');
  const std::size_t last = target.rfind('.');
  if (first == std::string::npos || first == last || target.rfind("higher_order.", 0) == 0) {
    return {};
  }
  return {target.substr(0, first), target.substr(first + 1, last - first - 1),
          target.substr(last + 1)};
}

// Linear in the product of the lengths: after a mismatch only the last * is tried again.
bool matches(const std::string& pattern, const std::string& text) {
  std::size_t p = 0, t = 0, star = std::string::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string::npos;
}

[[noreturn]] void refuse(const AtenCall& call, const std::string& what, const std::string& hint) {
  throw Error("custom operator " + call.target() + ": " + what, hint);
}

// What a list is made of; items of one kind only make one pointer.
enum class Kind { none, tensor, number, text, other };

Kind kindOf(const Attribute& value) {
  if (value.isNone()) return Kind::none;
  if (value.is<Operand>()) return Kind::tensor;
  if (value.is<bool>() || value.is<Dim>() || value.is<double>()) return Kind::number;
  return value.is<std::string>() ? Kind::text : Kind::other;
}

// Lists of optional tensors may have gaps, no other list.
bool isListOfOneKind(const Attribute::List& list) {
  std::set<Kind> kinds;
  for (const Attribute& item : list) kinds.insert(kindOf(item));
  if (kinds.count(Kind::tensor) > 0) kinds.erase(Kind::none);
  return kinds.size() == 1 && (kinds.count(Kind::tensor) > 0 || kinds.count(Kind::number) > 0);
}

Attribute argumentOf(const AtenCall& call, const std::string& name, const Attribute& value) {
  const std::string argument = "argument '" + name + "' ";
  if (value.is<DType>()) return mcc::name(value.as<DType>());
  if (const auto* list = std::get_if<Attribute::List>(&value.value)) {
    if (list->empty()) {
      refuse(call, argument + "is an empty list, which does not say of what",
             "pass None instead, or a list with an element");
    }
    if (!isListOfOneKind(*list)) {
      refuse(call, argument + "is a list of neither tensors nor numbers",
             "pass its items one by one");
    }
  } else if (kindOf(value) == Kind::other) {
    refuse(call, argument + "is neither a tensor nor a number, a text or None",
           "pass its parts one by one");
  }
  return value;
}

void collectSymbols(const Attribute& value, std::vector<std::string>& symbols) {
  if (value.is<Dim>()) value.as<Dim>().collectSymbols(symbols);
  if (!value.is<Attribute::List>()) return;
  for (const Attribute& item : value.as<Attribute::List>()) collectSymbols(item, symbols);
}

// The function is told the sizes of its results, so they must be known before it runs.
void requireKnownSizes(const AtenCall& call) {
  std::vector<std::string> known;
  for (const ValueId input : call.node().inputs) {
    if (input.valid()) collectSymbols(Attribute(call.shape(input)), known);
  }
  for (const auto& [name, value] : call.node().attributes.items()) collectSymbols(value, known);
  for (std::size_t i = 0; i < call.resultCount(); ++i) {
    std::vector<std::string> needed;
    collectSymbols(Attribute(call.recorded(i).shape), needed);
    for (const std::string& symbol : needed) {
      if (std::find(known.begin(), known.end(), symbol) != known.end()) continue;
      refuse(call, "the size of its result " + std::to_string(i) + " depends on the data",
             "return a tensor of the largest size, and how much of it counts as a second result");
    }
  }
}

void requireFunction(const AtenCall& call) {
  const std::string name = partsOf(call.target()).name;
  const auto schema = findSchema(call.target());
  const bool writes = (name.size() > 1 && name.back() == '_' && name[name.size() - 2] != '_') ||
                      (schema != nullptr && schema->mutates());
  if (writes || call.resultCount() == 0) {
    refuse(call, writes ? "it writes in place" : "it has no result",
           "make it return what it changes as a new tensor");
  }
  if (!call.node().regions.empty()) refuse(call, "it takes a graph", "pass tensors and numbers");
}

// Arguments as the schema orders them: the export's own order. Where mcc has the schema, those left
// at their default are known too.
Attributes argumentsOf(const AtenCall& call) {
  const auto schema = findSchema(call.target());
  if (schema == nullptr) return call.node().attributes;
  Attributes all;
  for (const SchemaParam& parameter : schema->params) {
    const Attribute* value = argumentOf(*schema, call.node().attributes, parameter.name);
    if (value != nullptr) all.set(parameter.name, *value);
  }
  return all;
}

}  // namespace

std::string customNameOf(const std::string& target) {
  const OperatorName parts = partsOf(target);
  if (parts.name.empty()) return {};
  return parts.space + "::" + parts.name +
         (parts.overload == "default" ? "" : "." + parts.overload);
}

bool isCustomOperator(const std::string& target, const std::vector<std::string>& patterns) {
  const OperatorName parts = partsOf(target);
  if (parts.name.empty()) return false;
  const std::string name = parts.space + "::" + parts.name;
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return matches(pattern, name) || matches(pattern, name + "." + parts.overload);
  });
}

void rewriteCustomOperator(AtenCall& call) {
  requireFunction(call);
  requireKnownSizes(call);
  Attribute::List names, arguments, dtypes, shapes;
  const Attributes given = argumentsOf(call);
  for (const auto& [name, value] : given.items()) {
    names.emplace_back(name);
    arguments.push_back(argumentOf(call, name, value));
  }
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < call.resultCount(); ++i) {
    types.push_back(call.recorded(i));
    dtypes.emplace_back(types.back().dtype);
    shapes.emplace_back(types.back().shape);
  }
  Node node;
  node.op = Op::call;
  node.target = call.target();
  node.inputs = call.node().inputs;
  node.origin = call.node().origin;
  node.attributes = {
      {"names", names}, {"arguments", arguments}, {"dtypes", dtypes}, {"shapes", shapes}};
  Graph& graph = call.graph();
  call.results(graph[graph.append(std::move(node), types)].outputs);
}

}  // namespace mcc
