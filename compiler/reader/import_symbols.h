// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbols of one program: which input or node gives each its value, its range, and the guards
// that tie them.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/reader/export_program.h"
#include "ir/module.h"

namespace mcc {

class ImportSymbols {
 public:
  explicit ImportSymbols(const exported::ExportedProgram& program);

  const exported::ExportedProgram& program() const { return program_; }
  // Whether some node of it reads memory past its operand's elements: see import_memory.h.
  bool readsMemory() const { return readsMemory_; }

  // The file's expression as a Dim; symbols that a guard makes equal are one. Error when malformed.
  Dim dim(const exported::SymInt& size);
  Shape shape(const std::vector<exported::SymInt>& sizes);

  // Called for the user inputs in order, before anything else: their sizes (or, for an integer,
  // its value) give symbols their values. `source` is how guards write the input.
  void addInput(std::uint32_t input, const std::string& name, const std::string& source,
                const std::vector<exported::SymInt>& sizes);
  void addInteger(std::uint32_t input, const std::string& name, const std::string& source,
                  const exported::SymInt& value);
  // After the inputs: reads the guards.
  void readGuards();

  // The symbol is nothing but this, wherever it occurs from now on.
  void replace(const std::string& symbol, const Dim& value) {
    replacements_.emplace(symbol, value);
  }

  // The symbols in `dim` were made by a node. Error for those that only an input could give.
  void addNodeSymbols(const Dim& dim);
  bool isKnown(const std::string& symbol) const { return symbols_.count(symbol) > 0; }

  // Hands symbols and guards over.
  void finish(Module& module);

 private:
  struct Source {  // an input as guards see it
    std::vector<Dim> sizes;
    std::optional<Dim> value;
  };
  void addDim(const Dim& dim, const Symbol& symbol);
  void addGuard(Guard guard);
  void unify(const std::string& kept, const std::string& gone);
  void addRangeGuards();
  Range rangeOf(const std::string& symbol) const;

  const exported::ExportedProgram& program_;
  bool readsMemory_;
  std::map<std::string, Dim> parsed_;          // by text; before replacement
  std::map<std::string, Dim> replacements_;    // symbols that a guard makes equal to another
  std::map<std::string, Symbol> symbols_;
  std::map<std::string, Source> sources_;
  std::vector<Guard> guards_;
};

}  // namespace mcc
