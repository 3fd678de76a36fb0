// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the file together: banner, checks of the platform, kernels, weights, memory map, run.
#include "codegen/print_source.h"

#include <algorithm>
#include <set>
#include <utility>

#include "codegen/names.h"
#include "codegen/print_c_api.h"
#include "codegen/print_header.h"
#include "codegen/print_steps.h"
#include "codegen/print_weights.h"

namespace mcc {
namespace {

void printPlatformChecks(CodeWriter& writer, const Program& program) {
  writer.line("#if defined(__FAST_MATH__)");
  writer.line("#error \"compile without -ffast-math: NaN, infinities and rounding matter here\"");
  writer.line("#endif");
  const std::string required = program.target->required;
  if (!required.empty()) {
    writer.line("#if !(" + required + ")");
    writer.line("#error \"compile with the options for the target " +
                std::string(program.target->name) + "\"");
    writer.line("#endif");
  }
  writer.line("#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__");
  writer.line("#error \"the weights are in little-endian order\"");
  writer.line("#endif");
}

// Weights by offset, and how the arena is shared over time.
void printMaps(CodeWriter& writer, const Program& program, const WeightLayout& layout,
               const SymbolNames& symbols) {
  if (!program.constants.empty()) writer.line("// weights: offset, bytes, tensor");
  for (const Buffer& buffer : program.buffers) {
    if (buffer.storage != Buffer::Storage::constant) continue;
    writer.line("//   " + std::to_string(layout.offsets[buffer.index]) + "  " +
                std::to_string(program.constants[buffer.index]->bytes()) + "  " +
                commentText(buffer.name) + " " + name(buffer.dtype) +
                shapeText(buffer.shape, symbols));
  }
}

void printReset(CodeWriter& writer, const Interface& interface, const WeightLayout& layout,
                const std::vector<std::uint32_t>& constants) {
  if (interface.state.empty()) return;
  writer.line();
  writer.open("void reset(State& state) noexcept");
  for (std::size_t i = 0; i < interface.state.size(); ++i) {
    const StateField& field = interface.state[i];
    if (field.initial->bytes() == 0) continue;
    if (constants[i] == UINT32_MAX) {
      writer.line("std::memset(&state." + field.field + ", 0, sizeof state." + field.field + ");");
    } else {
      writer.line("std::memcpy(&state." + field.field +
                  ", reinterpret_cast<const std::byte*>(kWeights) + " +
                  std::to_string(layout.offsets[constants[i]]) + ", sizeof state." + field.field +
                  ");");
    }
  }
  writer.close();
}

void checkPointer(CodeWriter& writer, const Port& port) {
  const bool mayBeEmpty = port.tensor.elementCount() == Dim(0);
  if (!mayBeEmpty) writer.line("if (call." + port.field + " == nullptr) return Status::argument;");
}

void printArgumentChecks(CodeWriter& writer, const Program& program, const Interface& interface) {
  for (const Port& port : interface.inputs) checkPointer(writer, port);
  for (const Port& port : interface.outputs) checkPointer(writer, port);
  if (!interface.state.empty()) writer.line("if (call.state == nullptr) return Status::argument;");
  if (program.arenaBytes > 0) {
    writer.line("if (call.arena == nullptr ||");
    writer.line("    reinterpret_cast<std::uintptr_t>(call.arena) % kArenaAlign != 0) {");
    writer.line("  return Status::argument;");
    writer.line("}");
  }
}

void printSymbolChecks(CodeWriter& writer, const Module& module, const Interface& interface) {
  for (const SymbolField& symbol : interface.symbols) {
    if (symbol.isResult) continue;
    writer.line("const std::int64_t " + symbol.field + " = call.dims." + symbol.field + ";");
    std::string outside = symbol.field + " < kMin" + symbol.constant;
    if (symbol.info.range.bounded()) {
      outside += " || " + symbol.field + " > kMax" + symbol.constant;
    }
    writer.line("if (" + outside + ") return Status::size;");
  }
  for (const Guard& guard : module.guards) {
    const char* violated = nullptr;
    if (guard.relation == Guard::Relation::equal) violated = " != ";
    if (guard.relation == Guard::Relation::less) violated = " >= ";
    if (guard.relation == Guard::Relation::lessEqual) violated = " > ";
    if (violated == nullptr) continue;
    writer.line("if (" + sizeText(guard.left, interface.symbolNames) + violated +
                sizeText(guard.right, interface.symbolNames) + ") return Status::guard;");
  }
}

bool uses(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

std::string runBody(const Program& program, const Interface& interface, const WeightLayout& layout,
                    StepContext& context) {
  CodeWriter checks(1);
  printArgumentChecks(checks, program, interface);
  printSymbolChecks(checks, *program.module, interface);
  CodeWriter steps(1);
  printSteps(steps, context);
  CodeWriter pointers(1);
  if (uses(steps.text(), "(arena, ")) {
    pointers.line("std::byte* const arena = static_cast<std::byte*>(call.arena);");
  }
  const bool isPointer = layout.form == WeightsForm::pointer;
  if (uses(steps.text(), "(weights, ")) {
    pointers.line(std::string("const std::byte* const weights = ") +
                  (isPointer ? "static_cast<const std::byte*>(call.weights);"
                             : "reinterpret_cast<const std::byte*>(kWeights);"));
  }
  if (isPointer) {
    checks.line("if (call.weights == nullptr) return Status::argument;");
    checks.open("if (*static_cast<const std::uint64_t*>(call.weights) != " +
                std::to_string(layoutHash(program, layout)) + "u)");
    checks.line("return Status::weights;");
    checks.close();
  }
  CodeWriter end(1);
  for (const SymbolField& symbol : interface.symbols) {
    if (!symbol.isResult && !uses(steps.text(), symbol.field)) {
      end.line("static_cast<void>(" + symbol.field + ");");
    }
  }
  end.line();
  end.line("return Status::ok;");
  const std::string body = checks.text() + pointers.text() + steps.text() + end.text();
  for (const char* function : {"floorDiv", "floorMod", "larger", "smaller"}) {
    if (uses(body, std::string(function) + "(")) context.roots.insert(function);
  }
  return body;
}

// Initial contents of state that are not all zero are weights too; UINT32_MAX for the others.
std::vector<std::uint32_t> stateConstants(Program& program, const Interface& interface) {
  std::vector<std::uint32_t> out;
  for (const StateField& field : interface.state) {
    const std::byte* data = field.initial->data();
    const bool zero = std::all_of(data, data + field.initial->bytes(),
                                  [](std::byte b) { return b == std::byte{0}; });
    out.push_back(zero ? UINT32_MAX : static_cast<std::uint32_t>(program.constants.size()));
    if (!zero) program.constants.push_back(field.initial);
  }
  return out;
}

std::string section(const std::string& title) {
  return "// ---- " + title + " " + std::string(std::max<std::size_t>(1, 90 - title.size()), '-');
}

// From the banner to the end of the kernels.
void printOpening(CodeWriter& writer, const Program& program, const PrintOptions& options,
                  const KernelText& kernelText) {
  printBanner(writer, program, options, "implementation");
  writer.line("#include \"" + headerName(options) + "\"");
  if (options.cApi) writer.line("#include \"" + cHeaderName(options) + "\"");
  writer.line();
  std::set<std::string> includes(kernelText.includes.begin(), kernelText.includes.end());
  includes.insert({"cstddef", "cstdint", "cstring", "limits"});
  for (const std::string& include : includes) writer.line("#include <" + include + ">");
  writer.line();
  printPlatformChecks(writer, program);
  if (!kernelText.prologue.empty()) writer.line(kernelText.prologue);
  writer.line();
  writer.line("namespace " + options.name + " {");
  writer.line("namespace {");
  writer.line();
  writer.line(section("kernels"));
  writer.line(kernelText.text);
}

}  // namespace

Files printSource(const Program& given, const Interface& interface, const PrintOptions& options,
                  const KernelProvider& kernels) {
  Program program = given;
  const std::vector<std::uint32_t> stateData = stateConstants(program, interface);
  const WeightLayout layout = layoutWeights(program, options);
  const std::vector<FunctorText> functors = printFunctors(program);
  const std::vector<CustomFunction> customs = customFunctions(program);
  StepContext context{program, interface, options, functors, layout.offsets, customs, {}};
  for (const FunctorText& functor : functors) {
    context.roots.insert(functor.roots.begin(), functor.roots.end());
  }
  const std::string body = runBody(program, interface, layout, context);
  const KernelText kernelText = kernels(context.roots);
  CodeWriter writer;
  printOpening(writer, program, options, kernelText);
  if (!functors.empty()) writer.line(section("pointwise functions of this model"));
  for (const FunctorText& functor : functors) writer.line(functor.text);
  const bool inside = layout.form == WeightsForm::array;
  if (!inside) writer.line("}  // namespace\n");
  FileText source;
  if (!program.constants.empty()) {
    writer.line(section("weights"));
    printMaps(writer, program, layout, interface.symbolNames);
    source << std::exchange(writer, CodeWriter()).text();
    printWeights(source, program, layout, options);
    writer.line();
  }
  if (inside) writer.line("}  // namespace");
  printReset(writer, interface, layout, stateData);
  writer.line();
  writer.line("Status run(const Call& call) noexcept {");
  source << writer.text() + body + "}\n\n}  // namespace " + options.name + "\n";
  if (options.cApi) source << printCFunctions(program, interface, options);
  Files files = weightFiles(program, layout, options);
  files[options.stem + ".cpp"] = std::move(source);
  return files;
}

}  // namespace mcc
