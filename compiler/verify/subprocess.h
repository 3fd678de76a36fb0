// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running compilers and generated programs.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace mcc {

struct ProcessResult {
  int exitCode = -1;      // when it ended by itself
  int signal = 0;         // that killed it, or 0
  bool timedOut = false;
  std::string errors;     // what it wrote to stderr, at most 64 KB

  bool ok() const { return exitCode == 0 && signal == 0 && !timedOut; }
};

// Runs command[0] (looked up in PATH) and waits; kills it after `seconds`. stdout is discarded,
// stderr goes to `errorFile` and from there into the result.
ProcessResult runProcess(const std::vector<std::string>& command, double seconds,
                         const std::filesystem::path& errorFile);

}  // namespace mcc
