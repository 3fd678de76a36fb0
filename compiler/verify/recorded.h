// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recorded calls against a module: by the evaluator, or by its generated code.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/verify/compare.h"
#include "compiler/verify/harness.h"
#include "compiler/verify/npz.h"
#include "ir/module.h"

namespace mcc {

// User inputs of one recorded call, in the module's order. Error when one is missing.
std::vector<Tensor> inputsOf(const Module& module, const RecordedCall& call);

// Values of the symbols that the inputs fix.
Bindings bindingsOf(const Module& module, const std::vector<Tensor>& userInputs);

// The call as the harness takes it.
HarnessCall harnessCallOf(const Module& module, const RecordedCall& call);

// What a call gave: user outputs and, for mutated inputs, their new contents, in module order.
struct Answered {
  std::vector<Tensor> outputs;
  std::vector<Tensor> inputs;
};
// Bytes of the harness as tensors; Error when the status is not ok.
Answered answeredBy(const Module& module, const RecordedCall& call, const CallResult& result);

// How outputs are held to what was recorded.
struct Judge {
  Tolerance tolerance;
  std::vector<double> atolOut;  // per output, or empty
  std::vector<double> lsb;      // quantised outputs: their step; 0 or absent for float ones
  double moved = 0.01;          // share of elements that may differ by a step
  double steps = 1;
};

// The worst comparison over all outputs and changed inputs.
Comparison judge(const Module& module, const RecordedCall& call, const Answered& answered,
                 const Judge& rule);

}  // namespace mcc
