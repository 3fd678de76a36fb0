// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The weight blob: every constant of a program in one aligned piece of read-only data.
#pragma once
#include <functional>
#include <span>
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

// The blob's bytes, made block by block from the constants, which it keeps alive. It needs nothing
// else of the program.
class WeightBlob {
 public:
  WeightBlob(const Program& program, const WeightLayout& layout);

  std::int64_t bytes() const { return layout_.bytes; }

  // Front to back. Blocks are multiples of kAlignment and of some 100 KB at most.
  using Visit = std::function<void(std::span<const std::byte> block)>;
  void forEachBlock(const Visit& visit) const;

 private:
  void fill(std::int64_t begin, std::size_t& next, std::span<std::byte> block) const;

  std::vector<TensorRef> constants_;
  WeightLayout layout_;
  std::uint64_t hash_ = 0;
};

}  // namespace mcc
