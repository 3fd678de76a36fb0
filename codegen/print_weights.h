// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The weight blob: every constant of a program in one aligned piece of read-only data.
#pragma once
#include <string>
#include <vector>

#include "codegen/interface.h"

namespace mcc {

struct WeightLayout {
  static constexpr std::int64_t kAlignment = 64;
  WeightsForm form = WeightsForm::array;
  std::vector<std::int64_t> offsets;  // parallel to Program::constants
  std::int64_t bytes = 0;             // with padding at the end, so that whole vectors may be read
};
// Offsets in the form that the options ask for. A blob outside the code (bin, pointer) begins with
// kAlignment bytes that hold the layout's hash.
WeightLayout layoutWeights(const Program& program, const PrintOptions& options);

// Of sizes, types and offsets: blobs with the same hash can stand in for each other.
std::uint64_t layoutHash(const Program& program, const WeightLayout& layout);

// The blob's bytes.
std::string weightBlob(const Program& program, const WeightLayout& layout);

// How model.cpp names the blob kWeights: an array in place, a declaration, or .incbin.
void printWeights(CodeWriter& writer, const Program& program, const WeightLayout& layout,
                  const PrintOptions& options);

// model_weights.cpp around the .bin file.
std::string printWeightIncbin(const Program& program, const PrintOptions& options);

// model_weights.cpp, with the blob as a string literal.
std::string printWeightLiteral(const Program& program, const WeightLayout& layout,
                               const PrintOptions& options);

}  // namespace mcc
