// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The subcommands.
#include "compiler/commands.h"

#include <cstdio>
#include <filesystem>
#include <utility>

#include "compiler/compile.h"
#include "compiler/dump.h"
#include "compiler/inspect.h"
#include "compiler/read_model.h"
#include "compiler/verify/verify_model.h"
#include "compiler/write_files.h"
#include "passes/decompose/rule.h"

namespace mcc {
namespace {

int runCompile(const Options& options, Diagnostics& diagnostics) {
  if (options.output.empty() && options.stopAfter.empty() && options.printAfter.empty()) {
    throw Error("no output given", "name the .cpp file with -o");
  }
  if (options.target.empty()) {
    diagnostics.report({Severity::note, {}, "no --target given: generic code, for any processor",
                        "--target=native is faster on this machine; `mcc targets` lists all"});
  }
  Dump dump(options);
  Module module = readModel(options, diagnostics);
  if (diagnostics.hasErrors()) return 1;
  dump.imported(module);
  if (options.stopAfter == "read") return 0;
  Files files = compile(module, options, diagnostics, [&](const Pass& pass, const Module& m) {
    dump.after(pass, m);
  });
  if (diagnostics.hasErrors() || options.output.empty() || options.output == "-") return 0;
  const std::filesystem::path folder = std::filesystem::path(options.output).parent_path();
  Files placed;
  for (auto& [name, contents] : files) placed[(folder / name).string()] = std::move(contents);
  writeFiles(placed);
  return 0;
}

int runTargets() {
  for (const Target& target : allTargets()) std::printf("%-12s %s\n", target.name, target.summary);
  return 0;
}

int runOps() {
  for (const std::string& target : ruleTargets()) std::printf("%s\n", target.c_str());
  return 0;
}

}  // namespace

int runCommand(const Options& options, Diagnostics& diagnostics) {
  switch (options.command) {
    case Command::compile: return runCompile(options, diagnostics);
    case Command::targets: return runTargets();
    case Command::ops: return runOps();
    case Command::inspect: {
      const Module module = readModel(options, diagnostics);
      std::fputs(inspect(module, options.custom).c_str(), stdout);
      return 0;
    }
    case Command::verify: return verifyModel(options, diagnostics);
  }
  return 1;
}

}  // namespace mcc
