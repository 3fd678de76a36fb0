// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where symbols come from, their ranges and guards.
#include "compiler/reader/import_symbols.h"

#include <algorithm>

#include "compiler/reader/bytes.h"
#include "compiler/reader/import_memory.h"
#include "compiler/reader/symbols.h"

namespace mcc {
namespace {

// Export writes "no upper bound" as null or as a number close to the end of int64.
constexpr std::int64_t kEndless = std::int64_t{1} << 62;

// Symbols that stand for a size computed from data are called u0, u1, …
bool isUnbacked(const std::string& symbol) { return symbol.size() > 1 && symbol[0] == 'u'; }

Range intersection(const Range& a, const Range& b) {
  return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

void checkRange(const std::string& symbol, const Range& range) {
  if (range.min <= range.max) return;
  throw Error("the symbol " + symbol + " has the empty range " + std::to_string(range.min) +
              " to " + std::to_string(range.max));
}

Range rangeOfConstraint(const exported::RangeConstraint& constraint) {
  Range range{constraint.min.value_or(INT64_MIN), constraint.max.value_or(Range::kUnbounded)};
  if (range.max >= kEndless) range.max = Range::kUnbounded;
  if (range.min <= -kEndless) range.min = INT64_MIN;
  return range;
}

// What is known of a guard before the program runs.
std::optional<bool> decide(const Guard& guard) {
  const Dim difference = guard.right - guard.left;
  if (!difference.isConstant()) return std::nullopt;
  switch (guard.relation) {
    case Guard::Relation::equal: return difference == Dim(0);
    case Guard::Relation::notEqual: return difference != Dim(0);
    case Guard::Relation::less: return difference.constant() > 0;
    case Guard::Relation::lessEqual: return difference.constant() >= 0;
  }
  return std::nullopt;
}

}  // namespace

ImportSymbols::ImportSymbols(const exported::ExportedProgram& program)
    : program_(program), readsMemory_(mcc::readsMemory(program.module.graph)) {}

Dim ImportSymbols::dim(const exported::SymInt& size) {
  if (const auto* constant = std::get_if<std::int64_t>(&size)) return *constant;
  const std::string& text = std::get<exported::Expression>(size).text;
  auto at = parsed_.find(text);
  if (at == parsed_.end()) at = parsed_.emplace(text, parseSize(text)).first;
  return replacements_.empty() ? at->second : at->second.substitute(replacements_);
}

Shape ImportSymbols::shape(const std::vector<exported::SymInt>& sizes) {
  Shape out;
  for (const exported::SymInt& size : sizes) out.push_back(dim(size));
  return out;
}

Range ImportSymbols::rangeOf(const std::string& symbol) const {
  const auto at = program_.rangeConstraints.find(symbol);
  return at == program_.rangeConstraints.end() ? Range{} : rangeOfConstraint(at->second);
}

// A bare symbol is preferred to a multiple of one.
void ImportSymbols::addDim(const Dim& dim, const Symbol& symbol) {
  const auto multiple = dim.asMultipleOfSymbol();
  if (!multiple) return;
  const auto& [factor, name] = *multiple;
  Symbol entry = symbol;
  entry.multipleOf = factor;
  entry.range = rangeOf(name);
  if (entry.source == Symbol::Source::inputDim && entry.range.min < 0) entry.range.min = 0;
  checkRange(name, entry.range);
  const auto [at, isNew] = symbols_.emplace(name, entry);
  if (!isNew && at->second.multipleOf > 1 && factor == 1) at->second = entry;
}

void ImportSymbols::addInput(std::uint32_t input, const std::string& name,
                             const std::string& source,
                             const std::vector<exported::SymInt>& sizes) {
  const Shape dims = shape(sizes);
  for (std::size_t d = 0; d < dims.size(); ++d) {
    Symbol symbol;
    symbol.source = Symbol::Source::inputDim;
    symbol.name = name + "_" + std::to_string(d);
    symbol.input = input;
    symbol.dim = static_cast<std::int64_t>(d);
    addDim(dims[d], symbol);
  }
  sources_[source] = {dims, std::nullopt};
}

void ImportSymbols::addInteger(std::uint32_t input, const std::string& name,
                               const std::string& source, const exported::SymInt& value) {
  const Dim integer = dim(value);
  Symbol symbol;
  symbol.source = Symbol::Source::inputValue;
  symbol.name = name;
  symbol.input = input;
  if (integer.asSymbol()) addDim(integer, symbol);
  sources_[source] = {{}, integer};
}

void ImportSymbols::unify(const std::string& kept, const std::string& gone) {
  Symbol& symbol = symbols_.at(kept);
  symbol.range = intersection(symbol.range, symbols_.at(gone).range);
  checkRange(kept, symbol.range);
  symbols_.erase(gone);
  const std::map<std::string, Dim> step = {{gone, Dim::symbol(kept)}};
  for (auto& [name, replacement] : replacements_) replacement = replacement.substitute(step);
  replacements_.emplace(gone, Dim::symbol(kept));
}

void ImportSymbols::addGuard(Guard guard) {
  guard.left = guard.left.substitute(replacements_);
  guard.right = guard.right.substitute(replacements_);
  // Export notes with "!=" only which case it traced.
  if (guard.relation == Guard::Relation::notEqual) return;
  if (const auto known = decide(guard)) {
    if (*known) return;
    throw Error("the guard " + quote(guard.text) + " can never hold");
  }
  const auto left = guard.left.asSymbol();
  const auto right = guard.right.asSymbol();
  if (guard.relation == Guard::Relation::equal && left && right) {
    const auto position = [&](const std::string& name) {
      const Symbol& symbol = symbols_.at(name);
      return std::tuple(symbol.multipleOf, symbol.input, symbol.dim);
    };
    return position(*left) < position(*right) ? unify(*left, *right) : unify(*right, *left);
  }
  guards_.push_back(std::move(guard));
}

void ImportSymbols::readGuards() {
  const GuardSource find = [&](const std::string& source,
                               std::optional<std::int64_t> axis) -> std::optional<Dim> {
    const auto at = sources_.find(source);
    if (at == sources_.end()) return std::nullopt;
    if (!axis) return at->second.value;
    const auto index = static_cast<std::size_t>(*axis);
    if (*axis < 0 || index >= at->second.sizes.size()) return std::nullopt;
    return at->second.sizes[index];
  };
  for (const std::string& text : program_.guards) {
    const auto guards = parseGuard(text, find);
    if (!guards) {
      throw Error("the guard " + quote(text) + " is of a form that mcc can't check",
                  "export again with sizes that depend on each other in a simpler way");
    }
    for (const Guard& guard : *guards) addGuard(guard);
  }
  addRangeGuards();
  // Guards read early may hold symbols that later ones made equal to others.
  for (Guard& guard : guards_) {
    guard.left = guard.left.substitute(replacements_);
    guard.right = guard.right.substitute(replacements_);
  }
}

// Constraints on expressions, such as "s0 - 2", are guards.
void ImportSymbols::addRangeGuards() {
  for (const auto& [text, constraint] : program_.rangeConstraints) {
    const Dim dim = parseSize(text);
    if (dim.asSymbol()) continue;
    const Range range = rangeOfConstraint(constraint);
    const std::string shown = "range of " + text;
    if (range.min != INT64_MIN) {
      addGuard({Guard::Relation::lessEqual, range.min, dim, shown});
    }
    if (range.bounded()) addGuard({Guard::Relation::lessEqual, dim, range.max, shown});
  }
}

void ImportSymbols::addNodeSymbols(const Dim& dim) {
  if (dim.isConstant()) return;
  std::vector<std::string> names;
  dim.collectSymbols(names);
  for (const std::string& name : names) {
    if (symbols_.count(name) > 0) continue;
    if (!isUnbacked(name)) {
      throw Error("the symbol " + quote(name) + " is the size of no input: its value is unknown",
                  "give a dimension of that size to an input");
    }
    Symbol symbol;
    symbol.name = name;
    symbol.range = rangeOf(name);
    checkRange(name, symbol.range);
    symbols_.emplace(name, symbol);
  }
}

void ImportSymbols::finish(Module& module) {
  module.symbols = std::move(symbols_);
  module.guards = std::move(guards_);
}

}  // namespace mcc
