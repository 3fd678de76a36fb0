// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looking into the pipeline: --print-after, --print-changed, --dump-dir, --time-passes.
#pragma once
#include <chrono>
#include <string>

#include "compiler/options.h"
#include "passes/pipeline.h"

namespace mcc {

class Dump {
 public:
  explicit Dump(const Options& options);
  void imported(const Module& module);  // before the first pass
  void after(const Pass& pass, const Module& module);

 private:
  void write(const std::string& pass, const Module& module);

  const Options& options_;
  std::string previous_;
  int index_ = 0;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace mcc
