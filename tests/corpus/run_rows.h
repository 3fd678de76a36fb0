// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running rows of a manifest in this process.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/options.h"
#include "compiler/verify/harness.h"
#include "tests/corpus/manifest.h"

namespace mcc::corpus {

// status: pass, rejected, wrong, unsupported, accepted, unclear, compile_error, crash, timeout.
struct Outcome {
  std::string name;
  std::string status;
  std::string message;  // the first diagnostic or difference
  double worst = 0;     // error in units of the tolerance
};

struct RunOptions {
  std::filesystem::path root;
  std::filesystem::path folder;  // for builds; made and removed by the caller
  bool evaluate = false;         // by the reference evaluator; nothing is built
  std::filesystem::path write;   // write generated files below it and build nothing; empty: run
  Options compile;
  BuildOptions build;
};

// Outcomes in the order of `rows`.
std::vector<Outcome> runRows(const std::vector<Row>& rows, const RunOptions& options);

}  // namespace mcc::corpus
