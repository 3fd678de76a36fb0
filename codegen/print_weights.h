// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The weight blob: every constant of a program in one aligned piece of read-only data.
#pragma once
#include <string>
#include <vector>

#include "codegen/interface.h"

namespace mcc {

struct WeightLayout {
  static constexpr std::int64_t kAlignment = 64;
  std::vector<std::int64_t> offsets;  // parallel to Program::constants
  std::int64_t bytes = 0;             // with padding at the end, so that whole vectors may be read
};
WeightLayout layoutWeights(const Program& program);

// `automatic` made concrete for this program and target.
WeightsForm chooseForm(const Program& program, const PrintOptions& options);

// The blob's bytes.
std::string weightBlob(const Program& program, const WeightLayout& layout);

// The definition of kWeights as an array of 64-bit words, for inside the unnamed namespace.
void printWeightArray(CodeWriter& writer, const Program& program, const WeightLayout& layout);

// model_weights.cpp with the blob as a string literal, and as .incbin.
std::string printWeightLiteral(const Program& program, const WeightLayout& layout,
                               const PrintOptions& options);

}  // namespace mcc
