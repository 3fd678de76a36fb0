// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recorded calls: NumPy's .npz with keys c<k>_in<i>, c<k>_out<j>, c<k>_after_in<i>.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ir/tensor.h"

namespace mcc {

// Arrays of one call by flattened position; a position without an entry was None.
struct RecordedCall {
  std::map<std::int64_t, Tensor> inputs;
  std::map<std::int64_t, Tensor> outputs;
  std::map<std::int64_t, Tensor> afterInputs;  // inputs that the call changed
  std::map<std::int64_t, Tensor> exact;        // outputs of quantised programs in exact arithmetic
  std::map<std::int64_t, Tensor> int32Bias;    // the same with biases rounded to int32
};

// All arrays of an .npz by name. Error on a file that is no such archive or an array that is not
// dense, C-ordered and of a known type.
std::map<std::string, Tensor> readNpz(const std::filesystem::path& path);

// The calls of an .npz in order. Keys of other forms are ignored. A suffix _bf16 marks raw bits.
std::vector<RecordedCall> readRecordedCalls(const std::filesystem::path& path);

}  // namespace mcc
