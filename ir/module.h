// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Module: a whole program: its graph, what its inputs and outputs mean, its symbols and guards.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "ir/graph.h"

namespace mcc {

// user: passed by the caller. state: a buffer the program changes, kept between calls.
enum class InputKind : std::uint8_t { user, state };
struct InputInfo {
  InputKind kind = InputKind::user;
  std::string name;       // from the signature: "image", "x_0"; state: the buffer's name
  TensorRef initial;      // state: contents before the first call
  bool isScalar = false;  // a Python int, float or bool (0-d i64, f64, bool)
  std::int64_t leaf =
      -1;  // user: its number among the flattened inputs, None and constants counted
};

// user: returned to the caller. state: new contents of state input `target`.
// mutation: new contents of user input `target`, written back to the caller's memory.
enum class OutputKind : std::uint8_t { user, state, mutation };
struct OutputInfo {
  OutputKind kind = OutputKind::user;
  std::string name;
  std::uint32_t target = 0;  // index into Module::inputs
  bool isScalar = false;
  std::int64_t leaf = -1;  // user: its number among the flattened outputs
};

// Where a symbol's value comes from: a dimension (or the value) of an input, or a node.
struct Symbol {
  enum class Source : std::uint8_t { inputDim, inputValue, node } source = Source::node;
  Range range;
  std::string name;             // shown to users, "x_0"
  std::uint32_t input = 0;      // inputDim, inputValue
  std::int64_t dim = 0;         // inputDim
  std::int64_t multipleOf = 1;  // inputDim: the size is multipleOf * symbol
  bool operator==(const Symbol&) const = default;
};

// left <relation> right must hold at every call.
struct Guard {
  enum class Relation : std::uint8_t {
    equal,
    notEqual,
    less,
    lessEqual
  } relation = Relation::equal;
  Dim left, right;
  std::string text;  // as exported, for messages
};

struct Module {
  std::string name;
  Graph graph;
  std::vector<InputInfo> inputs;    // parallel to graph.inputs
  std::vector<OutputInfo> outputs;  // parallel to graph.outputs
  std::map<std::string, Symbol> symbols;
  std::vector<Guard> guards;

  Ranges ranges() const;  // of the symbols
};

}  // namespace mcc
