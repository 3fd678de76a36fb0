// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text around and of the weight blob.
#pragma once
#include <string>

#include "codegen/file_text.h"
#include "codegen/weight_blob.h"

namespace mcc {

// How model.cpp names the blob kWeights: an array in place, a declaration, or .incbin.
void printWeights(FileText& file, const Program& program, const WeightLayout& layout,
                  const PrintOptions& options);

// Weights that stand outside of model.cpp: model_weights.cpp, with the blob as a string literal or
// around model_weights.bin, or that alone.
Files weightFiles(const Program& program, const WeightLayout& layout, const PrintOptions& options);

}  // namespace mcc
