// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the C interface. Scalars are passed by pointer as i64, f64 and bool; dims holds one value
// per symbol, those that depend on data are written by run.
#include "codegen/print_c_api.h"

#include <algorithm>

#include "codegen/names.h"
#include "codegen/print_header.h"

namespace mcc {
namespace {

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// C has no std:: types; complex numbers are pairs.
std::string cType(DType dtype) {
  if (dtype == DType::c64) return "float";
  if (dtype == DType::c128) return "double";
  const std::string type = cppType(dtype);
  return type.rfind("std::", 0) == 0 ? type.substr(5) : type;
}

std::string shapeJson(const Shape& shape, const SymbolNames& names) {
  std::string out = "[";
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d > 0) out += ", ";
    out += shape[d].isConstant() ? std::to_string(shape[d].constant())
                                 : "\"" + sizeText(shape[d], names) + "\"";
  }
  return out + "]";
}

std::string portsJson(const std::vector<Port>& ports, const SymbolNames& names) {
  std::string out = "[";
  for (const Port& port : ports) {
    if (out.size() > 1) out += ", ";
    out += "{\"name\": \"" + port.field + "\", \"dtype\": \"" + name(port.tensor.dtype) +
           "\", \"shape\": " + shapeJson(port.tensor.shape, names);
    if (port.isMutated) out += ", \"mutated\": true";
    out += "}";
  }
  return out + "]";
}

// The position of a module input among the inputs of the interface.
std::size_t positionOf(const Interface& interface, std::uint32_t input) {
  for (std::size_t i = 0; i < interface.inputs.size(); ++i) {
    if (interface.inputs[i].index == input) return i;
  }
  return 0;
}

std::string symbolsJson(const Interface& interface) {
  std::string out = "[";
  for (const SymbolField& symbol : interface.symbols) {
    if (out.size() > 1) out += ", ";
    const Range& range = symbol.info.range;
    out += "{\"name\": \"" + symbol.field + "\", \"kind\": \"" +
           (symbol.isResult ? "result" : "input") + "\", \"min\": " + std::to_string(range.min) +
           ", \"max\": " + (range.bounded() ? std::to_string(range.max) : "null");
    const std::string input = std::to_string(positionOf(interface, symbol.info.input));
    if (symbol.info.multipleOf != 1) {
      out += ", \"multiple_of\": " + std::to_string(symbol.info.multipleOf);
    }
    if (symbol.info.source == Symbol::Source::inputDim) {
      out += ", \"input\": " + input + ", \"dim\": " + std::to_string(symbol.info.dim);
    } else if (symbol.info.source == Symbol::Source::inputValue) {
      out += ", \"value_of\": " + input;
    }
    out += "}";
  }
  return out + "]";
}

void printTypedStruct(CodeWriter& writer, const Interface& interface, const std::string& prefix) {
  writer.line("/* The same as " + prefix + "_run, with names. Fields as in the C++ header. */");
  writer.open("typedef struct");
  for (const Port& port : interface.inputs) {
    writer.line((port.isMutated ? "" : "const ") + cType(port.tensor.dtype) + "* " + port.field +
                ";");
  }
  for (const Port& port : interface.outputs) {
    writer.line(cType(port.tensor.dtype) + "* " + port.field + ";");
  }
  writer.line("int64_t* dims;");
  writer.line("void* state;");
  writer.line("void* arena;");
  writer.line("const void* hooks;");
  writer.close(" " + prefix + "_call;");
  writer.line("int " + prefix + "_run_typed(const " + prefix + "_call* call);");
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// Fills a Call from the arrays.
void printCallSetup(CodeWriter& writer, const Interface& interface, const std::string& prefix) {
  writer.line("  " + prefix + "::Call call;");
  std::size_t i = 0;
  for (const Port& port : interface.inputs) {
    const std::string item = "inputs[" + std::to_string(i++) + "]";
    writer.line("  call." + port.field + " = " +
                (port.isMutated ? "static_cast<" + port.type + "*>(const_cast<void*>(" + item + "))"
                                : "static_cast<const " + port.type + "*>(" + item + ")") +
                ";");
  }
  i = 0;
  for (const Port& port : interface.outputs) {
    writer.line("  call." + port.field + " = static_cast<" + port.type + "*>(outputs[" +
                std::to_string(i++) + "]);");
  }
  if (interface.hasResults()) writer.line("  " + prefix + "::Results results{};");
  if (interface.hasResults()) writer.line("  call.results = &results;");
  if (!interface.state.empty()) {
    writer.line("  call.state = static_cast<" + prefix + "::State*>(state);");
  }
  writer.line("  call.arena = arena;");
  writer.line("  call.hooks = static_cast<const " + prefix + "::Hooks*>(hooks);");
}

// Symbols one by one: into the call, or out of its results.
void printSymbols(CodeWriter& writer, const Interface& interface, bool results) {
  for (std::size_t i = 0; i < interface.symbols.size(); ++i) {
    const SymbolField& symbol = interface.symbols[i];
    if (symbol.isResult != results) continue;
    const std::string item = "dims[" + std::to_string(i) + "]";
    writer.line(results ? "  " + item + " = results." + symbol.field + ";"
                        : "  call.dims." + symbol.field + " = " + item + ";");
  }
}

void printRun(CodeWriter& writer, const Interface& interface, const PrintOptions& options) {
  const std::string& prefix = options.name;
  writer.line("int " + prefix +
              "_run(const void* const* inputs, void* const* outputs, std::int64_t* dims,");
  writer.line("    void* state, void* arena, const void* hooks) {");
  printCallSetup(writer, interface, prefix);
  printSymbols(writer, interface, false);
  writer.line("  const " + prefix + "::Status status = " + prefix + "::run(call);");
  printSymbols(writer, interface, true);
  const auto unused = [&](bool isUnused, const char* parameter) {
    if (isUnused) writer.line(std::string("  static_cast<void>(") + parameter + ");");
  };
  unused(interface.inputs.empty(), "inputs");
  unused(interface.outputs.empty(), "outputs");
  unused(interface.symbols.empty(), "dims");
  unused(interface.state.empty(), "state");
  writer.line("  return static_cast<int>(status);");
  writer.line("}");
}

void printRunTyped(CodeWriter& writer, const Interface& interface, const std::string& prefix) {
  const auto array = [](const std::vector<Port>& ports) {
    std::string out;
    for (const Port& port : ports) out += (out.empty() ? "" : ", ") + ("call->" + port.field);
    return out.empty() ? std::string("nullptr") : out;
  };
  writer.line("int " + prefix + "_run_typed(const " + prefix + "_call* call) {");
  writer.line("  const void* const inputs[] = {" + array(interface.inputs) + "};");
  writer.line("  void* const outputs[] = {" + array(interface.outputs) + "};");
  writer.line("  return " + prefix +
              "_run(inputs, outputs, call->dims, call->state, call->arena, call->hooks);");
  writer.line("}");
}

}  // namespace

std::string cHeaderName(const PrintOptions& options) {
  return options.stem + "_c.h";
}

std::string signatureJson(const Program& program, const Interface& interface,
                          const PrintOptions& options) {
  std::string state = "0";
  std::int64_t bytes = 0;
  for (const StateField& field : interface.state) bytes += field.tensor.bytes().constant();
  state = std::to_string(bytes);
  return "{\"name\": \"" + options.name + "\", \"abi\": 1, \"mcc\": \"" + mccVersion() +
         "\", \"model_hash\": \"" + options.modelHash +
         "\", \"arena_bytes\": " + std::to_string(program.arenaBytes) +
         ", \"arena_align\": " + std::to_string(Program::kArenaAlign) +
         ", \"state_bytes\": " + state +
         ", \"state_align\": " + (interface.state.empty() ? "1" : "16") +
         ", \"inputs\": " + portsJson(interface.inputs, interface.symbolNames) +
         ", \"outputs\": " + portsJson(interface.outputs, interface.symbolNames) +
         ", \"symbols\": " + symbolsJson(interface) + "}";
}

std::string printCHeader(const Program& program, const Interface& interface,
                         const PrintOptions& options) {
  const std::string& prefix = options.name;
  CodeWriter writer;
  writer.line("/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */");
  writer.line("/* C interface of " + prefix + ", generated by mcc " + mccVersion() +
              ". Do not edit. */");
  writer.line("#ifndef MCC_" + upper(prefix) + "_C_H");
  writer.line("#define MCC_" + upper(prefix) + "_C_H");
  writer.line("#include <stdbool.h>");
  writer.line("#include <stddef.h>");
  writer.line("#include <stdint.h>");
  writer.line();
  writer.line("#define " + upper(prefix) + "_ARENA_BYTES " + std::to_string(program.arenaBytes));
  writer.line("#define " + upper(prefix) + "_ARENA_ALIGN " + std::to_string(Program::kArenaAlign));
  writer.line();
  writer.line("#ifdef __cplusplus");
  writer.line("extern \"C\" {");
  writer.line("#endif");
  writer.line();
  writer.line(
      "/* Returns 0, or which check failed (Status in the C++ header). dims: one value per symbol "
      "in");
  writer.line("   the order of the signature; may be NULL when there is none. */");
  writer.line("int " + prefix +
              "_run(const void* const* inputs, void* const* outputs, int64_t* dims,");
  writer.line("    void* state, void* arena, const void* hooks);");
  writer.line("void " + prefix + "_reset(void* state);");
  writer.line("size_t " + prefix + "_arena_bytes(void);");
  writer.line("size_t " + prefix + "_state_bytes(void);");
  writer.line("const char* " + prefix + "_signature(void); /* JSON */");
  writer.line();
  printTypedStruct(writer, interface, prefix);
  writer.line();
  writer.line("#ifdef __cplusplus");
  writer.line("}");
  writer.line("#endif");
  writer.line("#endif");
  return writer.text();
}

std::string printCFunctions(const Program& program, const Interface& interface,
                            const PrintOptions& options) {
  const std::string& prefix = options.name;
  CodeWriter writer;
  writer.line();
  writer.line("extern \"C\" {");
  writer.line();
  printRun(writer, interface, options);
  writer.line();
  printRunTyped(writer, interface, prefix);
  writer.line();
  if (interface.state.empty()) {
    writer.line("void " + prefix + "_reset(void*) {}");
    writer.line("std::size_t " + prefix + "_state_bytes(void) { return 0; }");
  } else {
    writer.line("void " + prefix + "_reset(void* state) { " + prefix + "::reset(*static_cast<" +
                prefix + "::State*>(state)); }");
    writer.line("std::size_t " + prefix + "_state_bytes(void) { return sizeof(" + prefix +
                "::State); }");
  }
  writer.line("std::size_t " + prefix + "_arena_bytes(void) { return " + prefix +
              "::kArenaBytes; }");
  writer.line("const char* " + prefix + "_signature(void) {");
  const std::string json = escaped(signatureJson(program, interface, options));
  constexpr std::size_t kPiece = 88;
  writer.line("  return");
  for (std::size_t at = 0; at < json.size();) {
    std::size_t end = std::min(json.size(), at + kPiece);
    while (end < json.size() && json[end - 1] == '\\') ++end;  // keep escapes whole
    if (end < json.size() && json[end - 1] == '\\') ++end;
    writer.line("      \"" + json.substr(at, end - at) + "\"");
    at = end;
  }
  writer.line("      ;");
  writer.line("}");
  writer.line();
  writer.line("}  // extern \"C\"");
  return writer.text();
}

}  // namespace mcc
