// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interface: the names and types a model's users see, decided once for all printers.
#pragma once
#include <string>
#include <vector>

#include "codegen/code_writer.h"
#include "ir/program.h"

namespace mcc {

// Where weights go (design: 3. Generated interface).
enum class WeightsForm : std::uint8_t { automatic, array, literal, bin, pointer };

struct PrintOptions {
  std::string name;         // namespace; already an identifier
  std::string stem;         // of the output files: "model" for model.cpp
  std::string source;       // file name of the input, for the banner
  std::string modelHash;    // of the program, for the banner and the C signature
  std::string targetName;
  bool origins = true;      // comments with module and Python line
  bool steps = false;       // Hooks::step before every step
  bool cApi = false;
  WeightsForm weights = WeightsForm::automatic;
};

// One pointer in Call: an input or output of the model.
struct Port {
  std::string field;        // "image"
  std::string type;         // "float": element type in C++
  TensorType tensor;
  bool isOutput = false;
  bool isMutated = false;   // input written back: not const
  bool isScalar = false;
  std::uint32_t index = 0;  // in Module::inputs or Module::outputs
};

// A field of State.
struct StateField {
  std::string field;
  std::string type;
  TensorType tensor;
  std::uint32_t input = 0;  // in Module::inputs
  TensorRef initial;
};

// A symbol with a value at run time.
struct SymbolField {
  std::string symbol;       // "s77"
  std::string field;        // "x_0": in Dims (or Results), and as a local of run
  std::string constant;     // "X0": suffix of kMin…, kMax…
  Symbol info;
  bool isResult = false;    // written by run
};

struct Interface {
  std::vector<Port> inputs, outputs;
  std::vector<StateField> state;
  std::vector<SymbolField> symbols;
  SymbolNames symbolNames;  // symbol -> C++ variable inside run

  bool hasDims() const;
  bool hasResults() const;
};

Interface interfaceOf(const Module& module);

// Names of output files of a stem.
std::string headerName(const PrintOptions& options);

}  // namespace mcc
