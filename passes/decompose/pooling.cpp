// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooling: windows with explicit pads over channels-last tensors.
#include <algorithm>

#include "passes/decompose/channels.h"

namespace mcc {
namespace {

// Arguments of a pool over `n` dimensions.
struct Windows {
  std::vector<std::int64_t> kernel, stride, dilation, padding;
  bool ceilMode = false;
};

Windows windowsOf(const AtenCall& call, std::size_t n, bool hasDilation) {
  Windows w;
  w.kernel = perDimension(call, "kernel_size", n);
  w.stride = call.integers("stride").empty() ? w.kernel : perDimension(call, "stride", n);
  w.padding = perDimension(call, "padding", n);
  w.dilation = hasDilation ? perDimension(call, "dilation", n) : std::vector<std::int64_t>(n, 1);
  w.ceilMode = call.boolean("ceil_mode");
  for (std::size_t d = 0; d < n; ++d) {
    if (w.kernel[d] < 1 || w.stride[d] < 1) {
      throw Error(call.target() + ": kernel sizes and strides must be positive");
    }
  }
  return w;
}

// ceil_mode: enough padding for windows that begin inside the input or its left padding but reach
// beyond the right one.
std::vector<std::int64_t> highPads(const Windows& w) {
  std::vector<std::int64_t> high = w.padding;
  for (std::size_t d = 0; w.ceilMode && d < high.size(); ++d) high[d] += w.stride[d] - 1;
  return high;
}

// With those pads the last window may begin in the right padding; PyTorch leaves it out.
Dim ceilSize(const Windows& w, std::size_t d, const Dim& in, const Dim& padded) {
  const std::int64_t begins = w.padding[d] + w.stride[d] - 1 - w.dilation[d] * (w.kernel[d] - 1);
  if (!w.ceilMode || begins <= 0) return padded;  // no window can begin that far right
  const Dim limit = ceilDiv(in + Dim(w.padding[d]), Dim(w.stride[d]));
  return min(padded, limit);
}

// Drops windows that begin in the right padding; x is the channels-last input, y a result.
ValueId dropOverhang(AtenCall& call, const Windows& w, ValueId x, ValueId y) {
  for (std::size_t d = 0; d < w.kernel.size(); ++d) {
    const auto axis = static_cast<std::int64_t>(d) + 1;
    y = call.slice(y, axis, 0, ceilSize(w, d, call.dim(x, axis), call.dim(y, axis)));
  }
  return y;
}

template <std::int64_t spatial, bool hasIndices>
void maxPool(AtenCall& call) {
  const Windows w = windowsOf(call, spatial, true);
  withBatch(call, call.tensor("self"), spatial, [&](ValueId input) {
    const ValueId x = toChannelsLast(call, input);
    std::vector<ValueId> results = call.makeAll(Op::max_pool, {x},
                                                {{"kernel", w.kernel},
                                                 {"stride", w.stride},
                                                 {"dilation", w.dilation},
                                                 {"pad_low", w.padding},
                                                 {"pad_high", highPads(w)}});
    if (!hasIndices) results.pop_back();
    for (ValueId& y : results) y = toChannelsFirst(call, dropOverhang(call, w, x, y));
    return results;
  });
}

template <std::int64_t spatial>
void avgPool(AtenCall& call) {
  const Windows w = windowsOf(call, spatial, false);
  const bool countsPads = call.boolean("count_include_pad");
  const std::vector<std::int64_t> counted =
      countsPads ? w.padding : std::vector<std::int64_t>(spatial, 0);
  const bool hasDivisor = spatial > 1 && !call.isNone("divisor_override");
  const std::int64_t divisor = hasDivisor ? call.integer("divisor_override") : 0;
  if (hasDivisor && divisor == 0) throw Error(call.target() + ": divisor_override is 0");
  withBatch(call, call.tensor("self"), spatial, [&](ValueId input) {
    const ValueId x = toChannelsLast(call, input);
    const ValueId y = call.make(Op::avg_pool, {x},
                                {{"kernel", w.kernel},
                                 {"stride", w.stride},
                                 {"pad_low", w.padding},
                                 {"pad_high", highPads(w)},
                                 {"count_pad_low", counted},
                                 {"count_pad_high", counted},
                                 {"divisor", divisor}});
    return std::vector<ValueId>{toChannelsFirst(call, dropOverhang(call, w, x, y))};
  });
}

// A single size stands for all dimensions.
std::vector<Dim> outputSize(const AtenCall& call, std::size_t n) {
  std::vector<Dim> size = call.dims("output_size");
  if (size.size() == 1) size.resize(n, size[0]);
  return size;
}

template <std::int64_t spatial>
void adaptiveAvgPool(AtenCall& call) {
  withBatch(call, call.tensor("self"), spatial, [&](ValueId input) {
    const ValueId y = call.make(Op::adaptive_avg_pool, {toChannelsLast(call, input)},
                                {{"size", outputSize(call, spatial)}});
    return std::vector<ValueId>{toChannelsFirst(call, y)};
  });
}

template <std::int64_t spatial>
void adaptiveMaxPool(AtenCall& call) {
  withBatch(call, call.tensor("self"), spatial, [&](ValueId input) {
    std::vector<ValueId> results =
        call.makeAll(Op::adaptive_max_pool, {toChannelsLast(call, input)},
                     {{"size", outputSize(call, spatial)}});
    for (ValueId& y : results) y = toChannelsFirst(call, y);
    return results;
  });
}

// Elements go back to the flat positions in the plane that they came from; others are 0.
template <std::int64_t spatial>
void maxUnpool(AtenCall& call) {
  const ValueId self = call.tensor("self");
  const ValueId indices = call.tensor("indices");
  const std::vector<Dim> size = outputSize(call, spatial);
  Shape rows(call.shape(self).begin(), call.shape(self).end() - spatial);
  Shape shape = rows;
  shape.insert(shape.end(), size.begin(), size.end());
  Shape flat = rows;
  flat.push_back(product(size));
  rows.push_back(product({call.shape(self).end() - spatial, call.shape(self).end()}));
  const ValueId zeros = call.full(0, call.dtype(self), flat);
  const std::int64_t axis = static_cast<std::int64_t>(flat.size()) - 1;
  const ValueId spread =
      call.make(Op::scatter, {zeros, call.reshape(indices, rows), call.reshape(self, rows)},
                {{"axis", axis}, {"reduce", "set"}, {"include_self", true}});
  call.result(call.reshape(spread, shape));
}

constexpr Rule kPoolingRules[] = {
    {"aten.max_pool1d.default", maxPool<1, false>},
    {"aten.max_pool2d.default", maxPool<2, false>},
    {"aten.max_pool3d.default", maxPool<3, false>},
    {"aten.max_pool1d_with_indices.default", maxPool<1, true>},
    {"aten.max_pool2d_with_indices.default", maxPool<2, true>},
    {"aten.max_pool3d_with_indices.default", maxPool<3, true>},
    {"aten.avg_pool1d.default", avgPool<1>},
    {"aten.avg_pool2d.default", avgPool<2>},
    {"aten.avg_pool3d.default", avgPool<3>},
    {"aten.adaptive_avg_pool1d.default", adaptiveAvgPool<1>},
    {"aten.adaptive_avg_pool2d.default", adaptiveAvgPool<2>},
    {"aten.adaptive_avg_pool3d.default", adaptiveAvgPool<3>},
    {"aten._adaptive_avg_pool2d.default", adaptiveAvgPool<2>},
    {"aten._adaptive_avg_pool3d.default", adaptiveAvgPool<3>},
    {"aten.adaptive_max_pool1d.default", adaptiveMaxPool<1>},
    {"aten.adaptive_max_pool2d.default", adaptiveMaxPool<2>},
    {"aten.adaptive_max_pool3d.default", adaptiveMaxPool<3>},
    {"aten.max_unpool2d.default", maxUnpool<2>},
    {"aten.max_unpool3d.default", maxUnpool<3>},
};

}  // namespace

std::span<const Rule> poolingRules();
std::span<const Rule> poolingRules() {
  return kPoolingRules;
}

}  // namespace mcc
