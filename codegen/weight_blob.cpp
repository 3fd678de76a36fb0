// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where constants lie in the blob, and its bytes.
#include "codegen/weight_blob.h"

#include <algorithm>
#include <cstring>

#include "codegen/print_header.h"

namespace mcc {
namespace {

// `automatic` made concrete for this program and target.
WeightsForm chooseForm(const Program& program, const PrintOptions& options) {
  constexpr std::int64_t kArrayLimit = std::int64_t{256} << 10;
  constexpr std::int64_t kLiteralLimit = std::int64_t{16} << 20;
  if (options.weights != WeightsForm::automatic) return options.weights;
  const std::int64_t bytes = weightBytes(program);
  if (program.target->isoCpp || bytes <= kArrayLimit) return WeightsForm::array;
  return bytes <= kLiteralLimit ? WeightsForm::literal : WeightsForm::bin;
}

bool isOutside(WeightsForm form) {
  return form == WeightsForm::bin || form == WeightsForm::pointer;
}

}  // namespace

std::int64_t weightBytes(const Program& program) {
  std::int64_t bytes = 0;
  for (const TensorRef& constant : program.constants) bytes += constant->bytes();
  return bytes;
}

WeightLayout layoutWeights(const Program& program, const PrintOptions& options) {
  WeightLayout layout;
  layout.form = chooseForm(program, options);
  if (isOutside(layout.form)) layout.bytes = WeightLayout::kAlignment;
  for (const TensorRef& constant : program.constants) {
    layout.offsets.push_back(layout.bytes);
    const std::int64_t units =
        (constant->bytes() + WeightLayout::kAlignment - 1) / WeightLayout::kAlignment;
    layout.bytes += units * WeightLayout::kAlignment;
  }
  return layout;
}

std::uint64_t layoutHash(const Program& program, const WeightLayout& layout) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a over words
  const auto mix = [&](std::int64_t word) {
    hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x100000001b3u;
  };
  for (std::size_t i = 0; i < program.constants.size(); ++i) {
    mix(layout.offsets[i]);
    mix(static_cast<std::int64_t>(program.constants[i]->dtype()));
    for (const std::int64_t size : program.constants[i]->shape()) mix(size);
  }
  return hash;
}

WeightBlob::WeightBlob(const Program& program, const WeightLayout& layout)
    : constants_(program.constants), layout_(layout) {
  if (isOutside(layout.form)) hash_ = layoutHash(program, layout);
}

void WeightBlob::forEachBlock(const Visit& visit) const {
  constexpr std::int64_t kBlock = 1024 * WeightLayout::kAlignment;
  std::vector<std::byte> block;
  std::size_t next = 0;
  for (std::int64_t begin = 0; begin < layout_.bytes; begin += kBlock) {
    const std::int64_t size = std::min(kBlock, layout_.bytes - begin);
    block.assign(static_cast<std::size_t>(size), std::byte{0});
    if (begin == 0 && isOutside(layout_.form)) std::memcpy(block.data(), &hash_, sizeof hash_);
    fill(begin, next, block);
    visit(block);
  }
}

// Copies what lies in the block that starts at `begin`. Constants before `next` end before it.
void WeightBlob::fill(std::int64_t begin, std::size_t& next, std::span<std::byte> block) const {
  const std::int64_t end = begin + static_cast<std::int64_t>(block.size());
  for (std::size_t i = next; i < constants_.size() && layout_.offsets[i] < end; ++i) {
    const std::int64_t start = layout_.offsets[i];
    const std::int64_t stop = start + constants_[i]->bytes();
    const std::int64_t from = std::max(start, begin);
    const std::int64_t to = std::min(stop, end);
    if (stop <= end) next = i + 1;
    if (from >= to) continue;
    std::memcpy(block.data() + (from - begin), constants_[i]->data() + (from - start),
                static_cast<std::size_t>(to - from));
  }
}

}  // namespace mcc
