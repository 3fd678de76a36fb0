// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between channels-first and channels-last.
#include "passes/decompose/channels.h"

#include <numeric>

namespace mcc {

ValueId toChannelsLast(Builder& builder, ValueId x) {
  std::vector<std::int64_t> axes(static_cast<std::size_t>(builder.rank(x)));
  std::iota(axes.begin() + 1, axes.end() - 1, 2);
  axes.back() = 1;
  return builder.permute(x, axes);
}

ValueId toChannelsFirst(Builder& builder, ValueId x) {
  std::vector<std::int64_t> axes(static_cast<std::size_t>(builder.rank(x)));
  std::iota(axes.begin() + 2, axes.end(), 1);
  axes[1] = builder.rank(x) - 1;
  return builder.permute(x, axes);
}

ValueId perChannel(Builder& builder, ValueId vector, std::int64_t rank) {
  Shape shape(static_cast<std::size_t>(rank - 1), Dim(1));
  shape[0] = builder.dim(vector, 0);
  return builder.reshape(vector, shape);
}

std::vector<std::int64_t> perDimension(const AtenCall& call, const std::string& name,
                                       std::size_t count) {
  std::vector<std::int64_t> values = call.integers(name);
  if (values.size() == 1) values.resize(count, values[0]);
  if (values.size() != count) {
    throw Error(call.target() + ": argument '" + name + "' needs " + std::to_string(count) +
                " numbers");
  }
  constexpr std::int64_t kMost = INT32_MAX;
  for (const std::int64_t value : values) {
    if (value >= -kMost && value <= kMost) continue;
    throw Error(call.target() + ": argument '" + name + "' is out of range: " +
                std::to_string(value));
  }
  return values;
}

}  // namespace mcc
