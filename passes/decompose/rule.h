// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How one ATen operator is rewritten into core operators. A rule is a function of an AtenCall; each
// family (decompose/<family>.cpp) lists its rules in a table, families.def lists the families.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/builder.h"
#include "ir/graph.h"

namespace mcc {

struct Schema;  // ir/schemas.h
class Decomposer;

// One node of the exported program on its way out: its arguments, and a Builder where its
// replacement goes. Arguments that were left out have the schema's default.
class AtenCall : public Builder {
 public:
  AtenCall(Graph& graph, const Node& node, std::vector<TensorType> resultTypes);

  const std::string& target() const { return node_.target; }
  const Node& node() const { return node_; }  // inputs are values of the new graph

  // Arguments by schema name. Error (naming the argument) on a wrong type or a missing one.
  const Attribute& argument(const std::string& name) const;
  bool isNone(const std::string& name) const { return argument(name).isNone(); }
  // A tensor; a Python number becomes a 0-d `full` (i64, f64, bool or c128): see isNumber.
  ValueId tensor(const std::string& name);
  ValueId optionalTensor(const std::string& name);                // none when None
  std::vector<ValueId> tensors(const std::string& name);  // Tensor[], Tensor?[] (none inside)
  bool isNumber(const std::string& name) const;                   // given as a Python number
  // Whether the parameter is declared as a number, so that even a computed value counts as one.
  bool takesNumber(const std::string& name) const;
  using Builder::dim;
  Dim dim(const std::string& name) const;                         // int or SymInt
  std::int64_t integer(const std::string& name) const;
  bool boolean(const std::string& name) const;
  double real(const std::string& name) const;                     // float or int or bool
  std::string string(const std::string& name) const;
  std::vector<Dim> dims(const std::string& name) const;  // an int alone gives a list of one
  std::vector<std::int64_t> integers(const std::string& name) const;
  std::vector<double> reals(const std::string& name) const;
  std::vector<bool> booleans(const std::string& name) const;
  std::optional<DType> optionalDtype(const std::string& name) const;
  // Axes of a list argument, normalised and sorted; all axes of a rank when empty or None.
  std::vector<std::int64_t> axes(const std::string& name, std::int64_t rank) const;
  std::int64_t axis(const std::string& name, std::int64_t rank) const;

  // What the export recorded: use it for dtypes and data-dependent sizes, not to skip inference.
  const TensorType& recorded(std::size_t i = 0) const { return resultTypes_.at(i); }
  std::size_t resultCount() const { return resultTypes_.size(); }
  // Symbol of dimension `axis` of recorded result i (operators with data-dependent sizes).
  std::string recordedSymbol(std::size_t i, std::int64_t axis) const;

  void result(ValueId value) { results_ = {value}; }
  void results(std::vector<ValueId> values) { results_ = std::move(values); }
  const std::vector<ValueId>& givenResults() const { return results_; }

  // Region `i` with its own nodes decomposed.
  Graph region(std::size_t i) const;
  Graph decomposed(const Graph& graph) const;  // the same of any graph
  // Bounds of an integer under the ranges of the module's symbols.
  Range boundsOf(const Dim& value) const;
  void setDecomposer(Decomposer& decomposer) { decomposer_ = &decomposer; }

  [[noreturn]] void unsupported(const std::string& what) const;  // Error with a hint to report it

 private:
  ValueId operandValue(const Attribute& value, const std::string& name);

  Node node_;
  std::vector<TensorType> resultTypes_;
  std::vector<ValueId> results_;
  std::shared_ptr<const Schema> schema_;
  Decomposer* decomposer_ = nullptr;
};

struct Rule {
  const char* target;  // "aten.relu.default"
  void (*rewrite)(AtenCall& call);
};

// Every rule of every family; null when there is none for `target`.
const Rule* findRule(const std::string& target);
// Sorted targets of all rules, for `mcc ops`.
std::vector<std::string> ruleTargets();

}  // namespace mcc
