// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exported programs put together in a few words, and what importing them gives.
#pragma once
#include <string>
#include <vector>

#include "compiler/reader/export_program.h"
#include "ir/module.h"

namespace mcc::test {

// A size: a number, or an expression in infix.
exported::SymInt size(std::int64_t value);
exported::SymInt size(const std::string& expression);
using SymSizes = std::vector<exported::SymInt>;

// Dense f32 tensors of these sizes, unless changed afterwards.
exported::TensorMeta meta(const SymSizes& sizes);

exported::Argument tensor(const std::string& name);
exported::Argument tensors(const std::vector<std::string>& names);
exported::Argument symInt(const std::string& name);
exported::NamedArgument named(const std::string& name, exported::Argument argument);
exported::NamedArgument position(exported::Argument argument);

// A program that grows by one call per part.
struct ImportCase {
  exported::ExportedProgram program;

  exported::Graph& graph() { return program.module.graph; }
  void value(const std::string& name, const SymSizes& sizes);  // a tensor's meta
  void input(const std::string& name, const SymSizes& sizes);
  void integerInput(const std::string& name, const std::string& symbol);
  void stored(exported::InputSpec::Kind kind, const std::string& name, const std::string& fqn,
              const SymSizes& sizes);
  // Results must have been given by value(), unless they are f32[2].
  void node(const std::string& target, std::vector<exported::NamedArgument> inputs,
            std::vector<exported::Argument> outputs);
  void output(exported::Argument argument);
  // x: f32[2] in, aten.relu.default(x) -> y, y out.
  static ImportCase relu();

  // Imports; stored tensors have the sizes of the graph and hold zeros.
  Module import() const;
  // The module's text, without origins.
  std::string text() const;
  // The message of an import that must fail; "" when it doesn't.
  std::string error() const;
};

// An exported graph's own metas, for nested graphs.
void addValue(exported::Graph& graph, const std::string& name, const SymSizes& sizes);

}  // namespace mcc::test
