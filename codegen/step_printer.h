// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StepPrinter: the state of printing steps: which pointers and symbols have a name so far.
#pragma once
#include <string>
#include <vector>

#include "codegen/names.h"
#include "codegen/print_steps.h"

namespace mcc {

class StepPrinter {
 public:
  StepPrinter(CodeWriter& writer, StepContext& context);
  void print(const std::vector<Step>& steps);

 private:
  void printStep(const Step& step);
  void printTitle(const Step& step);
  void printCall(const Step& step);
  void printCustom(const Step& step);
  void printBranch(const Step& step);
  void printLoop(const Step& step);
  void printRepeat(const Step& step);
  void printBind(const Step& step);
  void bind(const std::string& symbol, const std::string& value);
  void declare(const Step& step);           // pointers to the buffers it uses
  void declareBuffer(BufferId id);
  std::string pointerText(BufferId id);     // where the buffer starts, as an expression
  std::string argText(const Arg& arg);
  std::string structureText(const Arg& arg);

  CodeWriter& writer_;
  StepContext& context_;
  UniqueNames names_;
  std::vector<std::string> variables_;      // by BufferId; empty until declared
  SymbolNames symbols_;
  std::int64_t index_ = 0, total_ = 0;
};

}  // namespace mcc
