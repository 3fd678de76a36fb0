// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds generated models into one program and runs recorded calls through it.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "ir/tensor.h"

namespace mcc {

struct BuildOptions {
  std::string compiler = "g++";
  std::vector<std::string> flags;       // -O1 -march=... -fsanitize=...
  std::vector<std::string> modelFlags;  // besides, for the generated code: warnings
  bool checkSymbols = false;            // by `nm`, see object_symbols.h
  std::vector<std::string> emulator;    // "qemu-aarch64", "-L", ...; empty: run directly
  std::string definitions;              // path of a .cpp that defines custom operators; empty: none
  std::string definedSpace;             // the namespace they are in
  double buildSeconds = 600;
  double runSeconds = 60;
};

// One call: tensors for the ports of the interface (in its order), and a value per symbol.
struct HarnessCall {
  std::vector<Tensor> inputs;
  std::vector<std::int64_t> outputBytes;  // room for each output
  std::vector<std::int64_t> dims;
};

struct HarnessCase {
  std::string id;         // the namespace it was printed with; unique in a batch
  Files files;            // with a C interface
  std::string source;     // which of the files is the .cpp
  bool stateful = false;  // calls share one state
  std::vector<HarnessCall> calls;
};

struct CallResult {
  std::int64_t status = -1;
  std::vector<std::int64_t> dims;
  std::vector<std::string> outputs;      // raw bytes, whole room
  std::vector<std::string> afterInputs;  // inputs as the call left them
};

struct CaseResult {
  enum class State { done, compileError, crash, timeout } state = State::done;
  std::string message;
  std::vector<CallResult> calls;
};

// Results in the order of `cases`. Everything is built in `folder`. When the batch does not build
// or crashes, its cases are tried one by one.
std::vector<CaseResult> runBatch(const std::vector<HarnessCase>& cases, const BuildOptions& options,
                                 const std::filesystem::path& folder);

}  // namespace mcc
