// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of one graph of the file and what they stand for in ours.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>

#include "compiler/reader/export_program.h"
#include "compiler/reader/import_symbols.h"
#include "ir/graph.h"

namespace mcc {

// A tensor, or an integer of the program: integers live in types and attributes, and become tensors
// (0-d i64) only where one is asked for. Computed floats and bools are 0-d f64 and bool tensors.
struct Definition {
  ValueId value;           // none for an integer that is no tensor yet
  std::optional<Dim> dim;  // of an integer
};

class ImportScope {
 public:
  // All three must outlive the scope. Nodes go to the end of `target`.
  ImportScope(const exported::Graph& source, Graph& target, ImportSymbols& symbols)
      : source_(source), target_(target), symbols_(symbols) {}

  const exported::Graph& source() const { return source_; }
  Graph& target() { return target_; }
  ImportSymbols& symbols() { return symbols_; }

  // Error when `name` is unknown here or defined only later.
  const Definition& find(const std::string& name) const;
  // The same as a tensor; an integer is turned into one.
  ValueId tensor(const std::string& name, const Origin& origin);
  // Error when the name is taken.
  void define(const std::string& name, Definition definition);

  // Types that the file records. Error when it has none, or one that mcc doesn't support.
  TensorType typeOf(const std::string& name) const;
  Dim dimOf(const std::string& name) const;  // of a name in sym_int_values

  // Gives the integer `name` its definition by a 0-d (or one-element) integer tensor: a new symbol
  // gets its value there (bind_symbol).
  void bindInteger(const std::string& name, ValueId tensor, const Origin& origin);

 private:
  const exported::Graph& source_;
  Graph& target_;
  ImportSymbols& symbols_;
  std::map<std::string, Definition> definitions_;
};

// Every value name that the nodes and outputs of `graph` read.
std::set<std::string> namesRead(const exported::Graph& graph);

}  // namespace mcc
