// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the interface: constants, State, Call, run and its typed overload.
#include "codegen/print_header.h"

#include <algorithm>

#include "codegen/custom_functions.h"
#include "codegen/names.h"
#include "codegen/print_weights.h"
#include "runtime_support/version.h"

namespace mcc {
namespace {

std::string arrayOf(const TensorType& type, const SymbolNames& names) {
  return type.shape.empty() ? "[1]" : shapeText(type.shape, names);
}

void printStatus(CodeWriter& writer) {
  writer.line("// What run returns. On a failed check of sizes or arguments nothing was touched.");
  writer.open("enum class Status : std::int32_t");
  const char* const rows[] = {
      "ok = 0,",
      "size = 1,       // a size is outside its range",
      "guard = 2,      // a relation between sizes does not hold",
      "index = 3,      // an index in the data is out of range",
      "division = 4,   // integer division by zero",
      "assertion = 5,  // an assertion of the model failed",
      "weights = 6,    // the weights passed do not belong to this code",
      "isa = 7,        // the processor lacks the instructions compiled for",
      "argument = 8,   // a pointer is null or misaligned",
      "cancelled = 9,  // Hooks::step asked to stop",
  };
  for (const char* row : rows) writer.line(row);
  writer.close(";");
  writer.line();
}

void printHooks(CodeWriter& writer) {
  writer.line("// Optional services of the caller. A null function is not used.");
  writer.open("struct Hooks");
  writer.line("std::int32_t abi = 1;");
  writer.line("// Runs piece(context, 0 .. pieces-1), in any order, possibly at the same time.");
  writer.line("void (*parallel_for)(void* pool, std::int32_t pieces,");
  writer.line("                     void (*piece)(void* context, std::int32_t index),");
  writer.line("                     void* context) = nullptr;");
  writer.line("void* pool = nullptr;");
  writer.line("// Called before every step when compiled with --steps.");
  writer.line("void (*step)(void* user, std::int32_t index) = nullptr;");
  writer.line("void* user = nullptr;");
  writer.close(";");
  writer.line();
}

void printState(CodeWriter& writer, const Interface& interface) {
  if (interface.state.empty()) return;
  writer.line("// Kept between calls; copy it to fork. Call reset before the first run.");
  writer.open("struct State");
  for (const StateField& field : interface.state) {
    if (field.tensor.elementCount() == Dim(0)) {
      writer.line(field.type + " " + field.field + "[1];  // empty");
    } else {
      writer.line(field.type + " " + field.field + arrayOf(field.tensor, {}) + ";");
    }
  }
  writer.close(";");
  writer.line("void reset(State& state) noexcept;");
  writer.line();
}

void printDims(CodeWriter& writer, const Interface& interface, bool results) {
  if (results ? !interface.hasResults() : !interface.hasDims()) return;
  for (const SymbolField& symbol : interface.symbols) {
    if (symbol.isResult != results) continue;
    const Range& range = symbol.info.range;
    writer.line("inline constexpr std::int64_t kMin" + symbol.constant + " = " +
                integerLiteral(range.min) + ";");
    if (!range.bounded()) continue;
    writer.line("inline constexpr std::int64_t kMax" + symbol.constant + " = " +
                integerLiteral(range.max) + ";");
  }
  writer.line(results ? "// Sizes that depend on the data; written by run."
                      : "// Sizes of this call.");
  writer.open(results ? "struct Results" : "struct Dims");
  for (const SymbolField& symbol : interface.symbols) {
    if (symbol.isResult == results) writer.line("std::int64_t " + symbol.field + ";");
  }
  writer.close(";");
  writer.line();
}

std::string portComment(const Port& port, const SymbolNames& names) {
  std::string text = port.isOutput ? "out" : (port.isMutated ? "in, out" : "in");
  text += "  " + std::string(name(port.tensor.dtype));
  if (port.isScalar) return text + " (a number)";
  return text + shapeText(port.tensor.shape, names);
}

void printCall(CodeWriter& writer, const Interface& interface, const PrintOptions& options) {
  writer.line(
      "// All that one inference touches; nothing is kept. Buffers are dense and row-major, with "
      "the");
  writer.line("// natural alignment of their type; inputs and outputs must not overlap.");
  writer.open("struct Call");
  for (const Port& port : interface.inputs) {
    writer.line((port.isMutated ? "" : "const ") + port.type + "* " + port.field +
                " = nullptr;  // " + portComment(port, interface.symbolNames));
  }
  for (const Port& port : interface.outputs) {
    writer.line(port.type + "* " + port.field + " = nullptr;  // " +
                portComment(port, interface.symbolNames));
  }
  if (interface.hasDims()) writer.line("Dims dims{};");
  if (interface.hasResults()) writer.line("Results* results = nullptr;  // may stay null");
  if (!interface.state.empty()) writer.line("State* state = nullptr;");
  if (options.weights == WeightsForm::pointer) {
    writer.line(
        "const void* weights = nullptr;  // the contents of the .bin file, 64-byte aligned");
  }
  writer.line("void* arena = nullptr;  // kArenaBytes at kArenaAlign; contents need not survive");
  writer.line("const Hooks* hooks = nullptr;");
  writer.close(";");
  writer.line("[[nodiscard]] Status run(const Call& call) noexcept;");
}

bool isArrayPort(const Port& port) {
  return port.tensor.isStatic() && port.tensor.elementCount() != Dim(0);
}

// The overload whose parameters are arrays, so that the compiler checks shapes.
void printTyped(CodeWriter& writer, const Interface& interface, const PrintOptions& options) {
  std::vector<Port> ports = interface.inputs;
  ports.insert(ports.end(), interface.outputs.begin(), interface.outputs.end());
  if (interface.hasDims() || interface.hasResults()) return;
  if (ports.empty() || !std::all_of(ports.begin(), ports.end(), isArrayPort)) return;
  std::vector<std::string> parameters;
  writer.line();
  writer.line("// The same with the shapes in the types.");
  for (const Port& port : ports) {
    const bool constant = !port.isOutput && !port.isMutated;
    parameters.push_back((constant ? "const " : "") + port.type + " (&" + port.field + ")" +
                         arrayOf(port.tensor, {}));
  }
  if (!interface.state.empty()) parameters.emplace_back("State& state");
  if (options.weights == WeightsForm::pointer) parameters.emplace_back("const void* weights");
  parameters.emplace_back("void* arena");
  parameters.emplace_back("const Hooks* hooks = nullptr");
  writer.call("[[nodiscard]] inline Status run", parameters, " noexcept {");
  writer.line("  Call call;");
  for (const Port& port : ports) {
    std::string first = "&" + port.field;
    for (std::size_t d = 0; d < std::max<std::size_t>(port.tensor.shape.size(), 1); ++d)
      first += "[0]";
    writer.line("  call." + port.field + " = " + first + ";");
  }
  if (!interface.state.empty()) writer.line("  call.state = &state;");
  if (options.weights == WeightsForm::pointer) writer.line("  call.weights = weights;");
  writer.line("  call.arena = arena;");
  writer.line("  call.hooks = hooks;");
  writer.line("  return run(call);");
  writer.line("}");
}

// Whether the header mentions complex numbers.
bool hasComplex(const Interface& interface, const std::vector<CustomFunction>& customs) {
  const auto isPort = [](const auto& port) { return isComplex(port.tensor.dtype); };
  const auto isParameter = [](const CustomParameter& x) { return isComplex(x.dtype); };
  return std::any_of(interface.inputs.begin(), interface.inputs.end(), isPort) ||
         std::any_of(interface.outputs.begin(), interface.outputs.end(), isPort) ||
         std::any_of(interface.state.begin(), interface.state.end(), isPort) ||
         std::any_of(customs.begin(), customs.end(), [&](const CustomFunction& function) {
           return std::any_of(function.parameters.begin(), function.parameters.end(), isParameter);
         });
}

}  // namespace

const char* mccVersion() {
  return MCC_VERSION_STRING;
}

void printBanner(CodeWriter& writer, const Program& program, const PrintOptions& options,
                 const std::string& what) {
  writer.line("// " + options.name + ": " + what +
              ", generated by mcc " MCC_VERSION_STRING ". Do not edit.");
  writer.line("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception");
  writer.line("//");
  writer.line("//   source  " + commentText(options.source) + ", program " + options.modelHash);
  writer.line("//   target  " + options.targetName);
  writer.line("//   flash   " + std::to_string(weightBytes(program)) + " B of weights, plus code");
  writer.line("//   ram     " + std::to_string(program.arenaBytes) + " B of arena (lower bound " +
              std::to_string(program.arenaLowerBound) + " B); no heap");
}

std::string printHeader(const Program& program, const Interface& interface,
                        const PrintOptions& options) {
  const std::vector<CustomFunction> customs = customFunctions(program);
  CodeWriter writer;
  printBanner(writer, program, options, "interface");
  writer.line("#pragma once");
  writer.line("#include <cstddef>");
  writer.line("#include <cstdint>");
  if (hasComplex(interface, customs)) writer.line("#include <complex>");
  writer.line();
  printCustomFunctions(writer, customs, options.name);
  writer.line("namespace " + options.name + " {");
  writer.line();
  writer.line("inline constexpr std::size_t kArenaBytes = " + std::to_string(program.arenaBytes) +
              ";  // scratch for one call");
  writer.line("inline constexpr std::size_t kArenaAlign = " + std::to_string(Program::kArenaAlign) +
              ";");
  writer.line();
  printStatus(writer);
  printHooks(writer);
  printState(writer, interface);
  printDims(writer, interface, false);
  printDims(writer, interface, true);
  printCall(writer, interface, options);
  printTyped(writer, interface, options);
  writer.line();
  writer.line("}  // namespace " + options.name);
  return writer.text();
}

}  // namespace mcc
