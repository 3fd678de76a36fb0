// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Argument access of AtenCall and the table of all rules.
#include "passes/decompose/rule.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "ir/diagnostics.h"
#include "ir/schemas.h"
#include "passes/decompose/decomposer.h"

namespace mcc {

#define MCC_FAMILY(name) std::span<const Rule> name##Rules();
#include "passes/decompose/families.def"
#undef MCC_FAMILY

AtenCall::AtenCall(Graph& graph, const Node& node, std::vector<TensorType> resultTypes)
    : Builder(graph, {}, node.origin),
      node_(node),
      resultTypes_(std::move(resultTypes)),
      schema_(findSchema(node.target)) {}

const Attribute& AtenCall::argument(const std::string& name) const {
  if (const Attribute* given = node_.attributes.find(name)) return *given;
  if (schema_ != nullptr) {
    const SchemaParam* param = schema_->find(name);
    if (param != nullptr && param->defaultValue) return *param->defaultValue;
  }
  throw Error(target() + ": argument '" + name + "' is missing");
}

namespace {

template <class T>
T converted(const std::string& target, const std::string& name, const char* wanted,
            const Attribute& attribute, T (*convert)(const Attributes&, const std::string&)) {
  Attributes one{{name, attribute}};
  try {
    return convert(one, name);
  } catch (const Error& error) {
    throw Error(target + ": argument '" + name + "' must be " + wanted + " (" + error.what() + ")");
  }
}

// A single number where a list is declared means a list of one.
Attribute asList(const Attribute& attribute) {
  if (attribute.is<Attribute::List>()) return attribute;
  return Attribute(Attribute::List{attribute});
}

}  // namespace

ValueId AtenCall::operandValue(const Attribute& value, const std::string& name) {
  if (value.isNone()) return {};
  if (value.is<Operand>()) return node_.inputs.at(value.as<Operand>().index);
  if (value.is<bool>()) return full(value, DType::boolean, {});
  if (value.is<double>()) return full(value, DType::f64, {});
  if (value.is<std::complex<double>>()) return full(value, DType::c128, {});
  if (value.is<Dim>()) {
    const Dim& dim = value.as<Dim>();
    return dim.isConstant() ? full(value, DType::i64, {}) : dimValue(dim);
  }
  throw Error(target() + ": argument '" + name + "' must be a tensor");
}

ValueId AtenCall::tensor(const std::string& name) {
  const ValueId value = operandValue(argument(name), name);
  if (!value.valid()) {
    throw Error(target() + ": argument '" + name + "' must be a tensor, not None");
  }
  return value;
}

ValueId AtenCall::optionalTensor(const std::string& name) {
  return operandValue(argument(name), name);
}

std::vector<ValueId> AtenCall::tensors(const std::string& name) {
  const Attribute list = asList(argument(name));
  std::vector<ValueId> out;
  for (const Attribute& item : list.as<Attribute::List>()) out.push_back(operandValue(item, name));
  return out;
}

bool AtenCall::isNumber(const std::string& name) const {
  const Attribute& value = argument(name);
  return !value.is<Operand>() && !value.isNone();
}

bool AtenCall::takesNumber(const std::string& name) const {
  const SchemaParam* param = schema_ == nullptr ? nullptr : schema_->find(name);
  return param != nullptr && param->type.kind == SchemaType::Kind::scalar;
}

Dim AtenCall::dim(const std::string& name) const {
  return converted<Dim>(target(), name, "an integer", argument(name),
                        [](const Attributes& a, const std::string& n) -> Dim {
                          if (a.find(n)->is<bool>()) return Dim(a.boolean(n) ? 1 : 0);
                          return a.dim(n);
                        });
}

std::int64_t AtenCall::integer(const std::string& name) const {
  return converted<std::int64_t>(
      target(), name, "a constant integer", argument(name),
      [](const Attributes& a, const std::string& n) { return a.integer(n); });
}

bool AtenCall::boolean(const std::string& name) const {
  return converted<bool>(target(), name, "a bool", argument(name),
                         [](const Attributes& a, const std::string& n) { return a.boolean(n); });
}

double AtenCall::real(const std::string& name) const {
  return converted<double>(target(), name, "a number", argument(name),
                           [](const Attributes& a, const std::string& n) { return a.real(n); });
}

std::string AtenCall::string(const std::string& name) const {
  return converted<std::string>(
      target(), name, "a string", argument(name),
      [](const Attributes& a, const std::string& n) { return a.string(n); });
}

std::vector<Dim> AtenCall::dims(const std::string& name) const {
  if (argument(name).isNone()) return {};
  return converted<std::vector<Dim>>(
      target(), name, "a list of integers", asList(argument(name)),
      [](const Attributes& a, const std::string& n) { return a.dims(n); });
}

std::vector<std::int64_t> AtenCall::integers(const std::string& name) const {
  if (argument(name).isNone()) return {};
  return converted<std::vector<std::int64_t>>(
      target(), name, "a list of constant integers", asList(argument(name)),
      [](const Attributes& a, const std::string& n) { return a.integers(n); });
}

std::vector<double> AtenCall::reals(const std::string& name) const {
  if (argument(name).isNone()) return {};
  return converted<std::vector<double>>(
      target(), name, "a list of numbers", asList(argument(name)),
      [](const Attributes& a, const std::string& n) { return a.reals(n); });
}

std::vector<bool> AtenCall::booleans(const std::string& name) const {
  std::vector<bool> out;
  for (const double value : reals(name)) out.push_back(value != 0);
  return out;
}

std::optional<DType> AtenCall::optionalDtype(const std::string& name) const {
  const Attribute& value = argument(name);
  if (value.isNone()) return std::nullopt;
  return converted<DType>(target(), name, "an element type", value,
                          [](const Attributes& a, const std::string& n) { return a.dtype(n); });
}

std::int64_t AtenCall::axis(const std::string& name, std::int64_t rank) const {
  return normalizeAxis(integer(name), rank);
}

std::vector<std::int64_t> AtenCall::axes(const std::string& name, std::int64_t rank) const {
  std::vector<std::int64_t> out = integers(name);
  if (out.empty()) {
    out.resize(static_cast<std::size_t>(rank));
    std::iota(out.begin(), out.end(), 0);
    return out;
  }
  for (std::int64_t& a : out) a = normalizeAxis(a, rank);
  std::sort(out.begin(), out.end());
  if (std::adjacent_find(out.begin(), out.end()) != out.end()) {
    throw Error(target() + ": argument '" + name + "' names a dimension twice");
  }
  if (rank == 0) out.clear();  // a 0-d tensor has no axis to reduce
  return out;
}

std::string AtenCall::recordedSymbol(std::size_t i, std::int64_t axis) const {
  const auto symbol = recorded(i).dim(axis).asSymbol();
  if (!symbol) throw Error(target() + ": the data-dependent size of its result has no symbol");
  return *symbol;
}

Graph AtenCall::region(std::size_t i) const { return decomposed(node_.regions.at(i)); }

Graph AtenCall::decomposed(const Graph& graph) const {
  if (decomposer_ == nullptr) throw InternalError("a region outside the decompose pass");
  return decomposer_->run(graph);
}

Range AtenCall::boundsOf(const Dim& value) const {
  return value.bounds(decomposer_ == nullptr ? Ranges{} : decomposer_->ranges());
}

void AtenCall::unsupported(const std::string& what) const {
  throw Error(target() + ": " + what + " is not supported",
              "rewrite this part of the module");
}

const Rule* findRule(const std::string& target) {
  static const auto rules = [] {
    std::map<std::string, const Rule*> table;
#define MCC_FAMILY(name) \
  for (const Rule& rule : name##Rules()) table.emplace(rule.target, &rule);
#include "passes/decompose/families.def"
#undef MCC_FAMILY
    return table;
  }();
  const auto at = rules.find(target);
  return at == rules.end() ? nullptr : at->second;
}

std::vector<std::string> ruleTargets() {
  std::vector<std::string> targets;
#define MCC_FAMILY(name) \
  for (const Rule& rule : name##Rules()) targets.emplace_back(rule.target);
#include "passes/decompose/families.def"
#undef MCC_FAMILY
  std::sort(targets.begin(), targets.end());
  return targets;
}

}  // namespace mcc
