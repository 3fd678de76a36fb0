// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rearrangements between channels and space: pixel_shuffle, pixel_unshuffle, channel_shuffle.
#include <numeric>

#include "passes/decompose/rule.h"

namespace mcc {
namespace {

Dim exactly(const AtenCall& call, const Dim& size, const Dim& factor) {
  const auto total = size.asConstant();
  const auto part = factor.asConstant();
  if (part && *part < 1) throw Error(call.target() + ": the factor must be positive");
  if (total && part && *total % *part != 0) {
    throw Error(call.target() + ": size " + size.text() + " is not a multiple of " + factor.text());
  }
  return floorDiv(size, factor);
}

// Splits the last dimensions into `parts`, puts these into the order `axes` and joins them into
// `joined`; leading dimensions stay.
void rearrange(AtenCall& call, ValueId x, std::size_t trailing, const Shape& parts,
               const std::vector<std::int64_t>& axes, const Shape& joined) {
  Shape leading(call.shape(x).begin(), call.shape(x).end() - static_cast<std::ptrdiff_t>(trailing));
  Shape split = leading;
  split.insert(split.end(), parts.begin(), parts.end());
  std::vector<std::int64_t> order(leading.size());
  std::iota(order.begin(), order.end(), 0);
  for (const std::int64_t axis : axes) {
    order.push_back(axis + static_cast<std::int64_t>(leading.size()));
  }
  leading.insert(leading.end(), joined.begin(), joined.end());
  call.result(call.reshape(call.permute(call.reshape(x, split), order), leading));
}

ValueId imageOf(AtenCall& call) {
  const ValueId x = call.tensor("self");
  if (call.rank(x) < 3) throw Error(call.target() + ": needs channels, height and width");
  return x;
}

void pixelShuffle(AtenCall& call) {
  const ValueId x = imageOf(call);
  const Dim r = call.dim("upscale_factor");
  const Dim channels = exactly(call, call.dim(x, -3), r * r);
  const Dim height = call.dim(x, -2);
  const Dim width = call.dim(x, -1);
  rearrange(call, x, 3, {channels, r, r, height, width}, {0, 3, 1, 4, 2},
            {channels, height * r, width * r});
}

void pixelUnshuffle(AtenCall& call) {
  const ValueId x = imageOf(call);
  const Dim r = call.dim("downscale_factor");
  const Dim channels = call.dim(x, -3);
  const Dim height = exactly(call, call.dim(x, -2), r);
  const Dim width = exactly(call, call.dim(x, -1), r);
  rearrange(call, x, 3, {channels, height, r, width, r}, {0, 2, 4, 1, 3},
            {channels * r * r, height, width});
}

void channelShuffle(AtenCall& call) {
  const ValueId x = imageOf(call);
  const Dim groups = call.dim("groups");
  const Shape shape = call.shape(x);
  const Dim width = exactly(call, shape[1], groups);
  Shape split = {groups, width};
  split.insert(split.end(), shape.begin() + 2, shape.end());
  std::vector<std::int64_t> axes(split.size());
  std::iota(axes.begin(), axes.end(), 0);
  std::swap(axes[0], axes[1]);
  rearrange(call, x, shape.size() - 1, split, axes, {shape.begin() + 1, shape.end()});
}

constexpr Rule kShufflesRules[] = {
    {"aten.pixel_shuffle.default", pixelShuffle},
    {"aten.pixel_unshuffle.default", pixelUnshuffle},
    {"aten.channel_shuffle.default", channelShuffle},
    {"aten.native_channel_shuffle.default", channelShuffle},
};

}  // namespace

std::span<const Rule> shufflesRules();
std::span<const Rule> shufflesRules() {
  return kShufflesRules;
}

}  // namespace mcc
