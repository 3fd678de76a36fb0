// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The back half of the compiler, in order.
#include "compiler/compile.h"

#include <cstring>
#include <filesystem>

#include "codegen/kernel_slices.h"
#include "codegen/names.h"
#include "codegen/print_c_api.h"
#include "codegen/print_header.h"
#include "codegen/print_weights.h"
#include "ir/text.h"
#include "passes/lower.h"
#include "passes/plan_memory.h"

namespace mcc {
namespace {

std::string stemOf(const Options& options) {
  return std::filesystem::path(options.output.empty() ? "model.cpp" : options.output)
      .stem()
      .string();
}

// What is used, by inclusion. Names are taken one by one: C's headers may declare a tanh of their
// own at global scope, and only a name taken into the model's namespace hides it.
KernelProvider includedRuntime(const Target& target) {
  return [&target](const std::set<std::string>& roots) {
    std::string macro = std::string("MCC_SIMD_") + target.isa;
    for (char& c : macro) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    KernelText text;
    text.prologue = "#ifndef " + macro + "\n#define " + macro + "\n#endif\n";
    std::set<std::string_view> headers;
    std::set<std::string_view> names;
    for (const KernelSlice& slice : kernelSlices(target.isa, roots).slices) {
      const bool isVectorClass = slice.header.find("/simd/") != std::string_view::npos;
      headers.insert(isVectorClass ? "runtime_support/simd/active.h" : slice.header);
      if (!slice.isMacro) names.insert(slice.identifier);
    }
    for (const auto header : headers) text.prologue += "#include \"" + std::string(header) + "\"\n";
    for (const auto name : names) text.text += "using mcc::rt::" + std::string(name) + ";\n";
    return text;
  };
}

// What no kernel computes yet is the user's to know, not a contradiction.
void requireKernels(const Target& target, const std::set<std::string>& roots) {
  for (const std::string& root : roots) {
    if (hasKernel(target.isa, root)) continue;
    throw Error("no kernel computes " + root + " for the target " + target.name,
                "this combination of operator and element type can't be compiled yet");
  }
}

// Exactly what is used, as text.
KernelProvider printedRuntime(const Target& target) {
  return [&target](const std::set<std::string>& roots) {
    requireKernels(target, roots);
    const KernelSlices slices = kernelSlices(target.isa, roots);
    KernelText text;
    text.includes.assign(slices.systemIncludes.begin(), slices.systemIncludes.end());
    std::string_view header;
    for (const KernelSlice& slice : slices.slices) {
      if (slice.header != header) text.text += "// " + std::string(slice.header) + "\n";
      header = slice.header;
      text.text += std::string(slice.text) + "\n\n";
    }
    return text;
  };
}

// Tells programs apart: a hash of the text form, constants included. Neither the file's name, which
// stands in the first line, nor origins count.
std::string programHash(const Module& module) {
  TextOptions options;
  options.origins = false;
  const std::string text = print(module, nullptr, options);
  const std::size_t start = text.find('\n');
  Tensor bytes(DType::u8, {static_cast<std::int64_t>(text.size() - start)});
  std::memcpy(bytes.mutableAs<std::uint8_t>(), text.data() + start, text.size() - start);
  return bytes.contentHash();
}

PrintOptions printOptionsOf(const Options& options, const std::string& hash,
                            const Target& target) {
  PrintOptions print;
  print.name = namespaceOf(options);
  print.stem = stemOf(options);
  print.source = std::filesystem::path(options.model).filename().string();
  print.modelHash = hash;
  print.targetName = target.name;
  print.origins = options.origins;
  print.steps = options.steps;
  print.cApi = options.cApi;
  print.weights = options.weights;
  return print;
}

}  // namespace

std::string namespaceOf(const Options& options) {
  if (!options.name.empty()) return identifier(options.name, "model");
  return identifier(std::filesystem::path(options.model).stem().string(), "model");
}

namespace {

// The best target for the processor mcc runs on.
std::string nativeTarget() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return "x86-64-v4";
  }
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "x86-64-v3" : "x86-64";
#elif defined(__aarch64__)
  return "armv8";
#else
  return "generic";
#endif
}

}  // namespace

const Target& targetOf(const Options& options) {
  std::string name = options.target.empty() ? "generic" : options.target;
  if (name == "native") name = nativeTarget();
  const Target* target = findTarget(name);
  if (target == nullptr) {
    throw Error("unknown target '" + name + "'", "`mcc targets` lists what this build knows");
  }
  return *target;
}

Files compile(Module& module, const Options& options, Diagnostics& diagnostics,
              const AfterPass& afterPass) {
  const Target& target = targetOf(options);
  const std::string hash = programHash(module);
  PassContext context{target, diagnostics, options.exact, options.custom};
  runPipeline(module, context, afterPass, options.stopAfter);
  if (diagnostics.hasErrors() || !options.stopAfter.empty()) return {};
  Program program = lower(module, target);
  planMemory(program);
  const Interface interface = interfaceOf(module);
  const PrintOptions print = printOptionsOf(options, hash, target);
  Files files = printSource(program, interface, print,
                            options.linkRuntime ? includedRuntime(target) : printedRuntime(target));
  files[headerName(print)] = printHeader(program, interface, print);
  if (print.cApi) files[cHeaderName(print)] = printCHeader(program, interface, print);
  return files;
}

}  // namespace mcc
